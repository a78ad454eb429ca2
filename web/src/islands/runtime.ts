// The only script that every page loads.

import { registry } from "./registry";
import { startIslands } from "./start";

startIslands(document, registry);

document.fonts.ready.then(() => document.body.classList.add("fonts-loaded"));

// The page may have been made in an earlier year than it is read in.
const year = document.querySelector("[data-year]");
const thisYear = new Date().getFullYear();
if (year && thisYear > Number(year.textContent)) year.textContent = String(thisYear);

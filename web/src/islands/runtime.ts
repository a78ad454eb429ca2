// The only script that every page loads, once it has been painted.

import { markLazyImages } from "../page/lazy_images";
import { lockZoomInFields } from "../page/zoom_lock";
import { registry } from "./registry";
import { startIslands } from "./start";

startIslands(document, registry);
lockZoomInFields(document);
markLazyImages(document);

// The page may have been made in an earlier year than it is read in.
const year = document.querySelector("[data-year]");
const thisYear = new Date().getFullYear();
if (year && thisYear > Number(year.textContent)) year.textContent = String(thisYear);

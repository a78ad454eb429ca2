// The only script that every page loads, once it has been painted.

import { setInFaces } from "../page/faces";
import { markLazyImages } from "./lazy_images";
import { registry } from "./registry";
import { startIslands } from "./start";
import { lockZoomInFields } from "./zoom_lock";

startIslands(document, registry);
setInFaces();
lockZoomInFields(document);
markLazyImages(document);

// The page may have been made in an earlier year than it is read in.
const year = document.querySelector("[data-year]");
const thisYear = new Date().getFullYear();
if (year && thisYear > Number(year.textContent)) year.textContent = String(thisYear);

// The only script that every page loads, after the first paint.

import { closeAtLinks } from "../page/close_at_links";
import { markLazyImages } from "../page/lazy_images";
import { preloadSocialPicture } from "../page/social_picture";
import { markWideTables } from "../page/wide_tables";
import { lockZoomInFields } from "../page/zoom_lock";
import { registry } from "./registry";
import { startIslands } from "./start";

const parts = [
  () => startIslands(document, registry),
  () => closeAtLinks(document),
  () => lockZoomInFields(document),
  () => markLazyImages(document),
  () => markWideTables(document),
  () => preloadSocialPicture(document),
  showThisYear,
];
for (const part of parts) {
  try {
    part();
  } catch (error) {
    console.error("a part of the page stays as it is:", error);
  }
}

/** The page may have been made in an earlier year than it is read in. */
function showThisYear(): void {
  const year = document.querySelector("[data-year]");
  const thisYear = new Date().getFullYear();
  if (year && thisYear > Number(year.textContent)) year.textContent = String(thisYear);
}

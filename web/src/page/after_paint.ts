// Inlined into the head of every page. A first visit is painted before any style or script is fetched for it: then come
// the late styles, the islands' runtime and the fonts. On the way through the site the fonts are there already, and are
// used from the start.

import { tryAgain } from "../islands/try_again";

/** The addresses of what is loaded. */
type Addresses = Record<"runtime" | "styles", string>;

const addresses = (document.currentScript as HTMLScriptElement).dataset as Addresses;

const { classList } = document.documentElement;
classList.add("scripted");
if (!document.referrer.startsWith(`${location.origin}/`)) classList.add("awaits-fonts");

// On a menu's button an arrow opens the menu. Until the script is there that does so, the browser would scroll the page.
addEventListener("keydown", (event) => {
  if ((event.target as Element).matches(".menu-opener") && event.key.startsWith("Arrow"))
    event.preventDefault();
});

let begun = false;

function begin(): void {
  if (begun) return;
  begun = true;
  loadStyles();
  loadRuntime();
  // Both at once, so that the page is laid out only once more.
  const faces = [document.fonts.load("1em Display"), document.fonts.load("1em Text")];
  void Promise.allSettled(faces).then(() => {
    document.body.classList.add("fonts-loaded");
    useFaces();
  });
}

/**
 * Sets the page in its faces. Where too much in view would then move, the page stays as it is, and the next one is set in
 * them.
 */
function useFaces(): void {
  const elements = [...document.querySelectorAll("main *")];
  const starts = () => elements.map((element) => element.getClientRects()[0]);
  const before = starts();
  classList.remove("awaits-fonts");
  const after = starts();
  let farthest = 0;
  let highest = innerHeight;
  for (const [index, was] of before.entries()) {
    const is = after[index];
    // What is hidden is nowhere.
    if (!was || !is || was.y > innerHeight) continue;
    const distance = Math.hypot(is.x - was.x, is.y - was.y);
    // Browsers count no less than that as a shift.
    if (distance < 3) continue;
    highest = Math.min(highest, was.y);
    farthest = Math.max(farthest, distance);
  }
  // As browsers measure it: the part of the window that moves, about all below the highest thing that does, times how far.
  const shift = (1 - highest / innerHeight) * (farthest / Math.max(innerWidth, innerHeight));
  if (shift > 0.02) classList.add("awaits-fonts");
}

function loadStyles(attempt = 0): void {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = addresses.styles;
  link.onerror = () => tryAgain(attempt, () => loadStyles(attempt + 1));
  document.head.append(link);
}

function loadRuntime(attempt = 0): void {
  // Browsers remember that an address failed, so that each further attempt asks for another one.
  const address = addresses.runtime + (attempt > 0 ? `?${attempt}` : "");
  import(/* @vite-ignore */ address).catch(() => {
    if (attempt > 0) {
      for (const island of document.querySelectorAll<HTMLElement>("[data-island]"))
        island.dataset.failed = "";
    }
    tryAgain(attempt, () => loadRuntime(attempt + 1));
  });
}

new PerformanceObserver((entries, observer) => {
  if (entries.getEntriesByName("first-contentful-paint").length === 0) return;
  observer.disconnect();
  begin();
}).observe({ type: "paint", buffered: true });
// Not every browser reports a paint, nor every page that is opened out of sight.
addEventListener("load", () => setTimeout(begin, 1000));

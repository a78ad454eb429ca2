// Inlined into the head of every page. On a first visit, the browser paints the page before it fetches the late styles,
// the islands' runtime and the fonts. On later pages of the visit, the fonts are already cached, and the page uses them
// from the start.

import { tryAgain } from "../islands/try_again";

/** The addresses of the late files. */
type Addresses = Record<"runtime" | "styles", string>;

const addresses = (document.currentScript as HTMLScriptElement).dataset as Addresses;

const { classList } = document.documentElement;
classList.add("scripted");
if (!document.referrer.startsWith(`${location.origin}/`)) classList.add("awaits-fonts");

// On a menu's button, an arrow key opens the menu. Until that script has loaded, the browser would scroll the page.
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
  // Both at once, so that the page has only one more layout.
  const faces = [document.fonts.load("1em Display"), document.fonts.load("1em Text")];
  void Promise.allSettled(faces).then(() => {
    document.body.classList.add("fonts-loaded");
    useFaces();
  });
}

/**
 * Switches the page to its fonts. If that would move too much in view, this page keeps the fallbacks, and the next page
 * uses the fonts.
 */
function useFaces(): void {
  // Each folded answer would be laid out to measure it, and none is in view.
  const folded = "details:not([open]) > :not(summary)";
  const elements = [...document.querySelectorAll(`main :not(${folded}, ${folded} *)`)];
  const starts = () => elements.map((element) => element.getClientRects()[0]);
  const before = starts();
  classList.remove("awaits-fonts");
  const after = starts();
  let scroll: number | undefined;
  let shift = 0;
  for (const [index, was] of before.entries()) {
    const is = after[index];
    // A hidden element has no position.
    if (!was || !is || was.y < 0) continue;
    // Once a page is scrolled, most browsers keep the first element in view in its place.
    scroll ??= scrollY && CSS.supports("overflow-anchor:auto") ? is.y - was.y : 0;
    const distance = Math.hypot(is.x - was.x, is.y - was.y - scroll) / Math.max(innerWidth, innerHeight);
    // As browsers measure it: how far, times the share of the window that moves, about everything below.
    shift = Math.max(shift, distance * (1 - was.y / innerHeight));
  }
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
  // Browsers remember a failed address, so each further attempt uses a different one.
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
// Some browsers don't report a paint, and neither do some pages in background tabs.
addEventListener("load", () => setTimeout(begin, 1000));

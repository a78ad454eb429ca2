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
  if ((event.target as Element).matches(".menu-opener") && /^Arrow/.test(event.key)) event.preventDefault();
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
 * Sets the page in its faces. Where something in view would then go to another line, it would jump under a reader: then
 * the page stays as it is, and the next one is set in them.
 */
function useFaces(): void {
  const elements = [...document.querySelectorAll("main *")];
  const inView = elements.filter((element) => element.getBoundingClientRect().top < innerHeight);
  // The box of each, or of each of its lines within a text: with a line more, all boxes after it move on by one.
  const boxes = () => inView.flatMap((element) => [...element.getClientRects()]);
  const before = boxes();
  classList.remove("awaits-fonts");
  const after = boxes();
  // Less than a line, or than the shortest words.
  const moves = (box: DOMRect, at: number) =>
    box.bottom < innerHeight &&
    (["top", "right", "bottom"] as const).some((edge) => Math.abs(box[edge] - (after[at]?.[edge] ?? 0)) > 16);
  if (before.some(moves)) classList.add("awaits-fonts");
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
  const address = attempt > 0 ? `${addresses.runtime}?${attempt}` : addresses.runtime;
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

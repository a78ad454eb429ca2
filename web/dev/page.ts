// The page that is open: as it was served last, and as it becomes.

import { registry } from "../src/islands/registry";
import { startIslands } from "../src/islands/start";
import { patch, type Replaced } from "./patch";

let served: Document | undefined;
let loaders = registry;
let start = startIslands;
let begun = false;

/** The runtime has started the islands that were there; from now on, those that come are started here. */
export function islandsBegun(): void {
  begun = true;
}

if (import.meta.hot) {
  import.meta.hot.accept(["../src/islands/registry", "../src/islands/start"], ([islands, starting]) => {
    if (islands) loaders = islands.registry;
    if (starting) start = starting.startIslands;
  });
}

/** Takes the first version as it is, and each later one over what is shown; false if the page is loaded again instead. */
export function show(html: string): boolean {
  const next = new DOMParser().parseFromString(html, "text/html");
  const before = served;
  served = next;
  if (!before) {
    // What was loaded may be older than the first version sent.
    const isOutdated = version(document) !== version(next);
    if (isOutdated) location.reload();
    return !isOutdated;
  }
  const isBare = (page: Document) => page.body.matches("[data-bare]");
  if (isBare(before) !== isBare(next)) {
    location.reload();
    return false;
  }
  const focused = trail(document.activeElement);
  const islands: Replaced = [];
  const late = lateStyles(before);
  patch(document.documentElement, before.documentElement, next.documentElement, islands);
  document
    .querySelector(`link[rel=stylesheet][href="${late}"]`)
    ?.setAttribute("href", lateStyles(next) ?? "");
  startAgain(islands);
  refocus(focused);
  return true;
}

/** Makes every island what it was when it was served. */
export function asServed(): void {
  const shown = document.querySelectorAll<HTMLElement>("[data-island]");
  const pristine = served?.querySelectorAll<HTMLElement>("[data-island]") ?? [];
  for (const [at, island] of [...shown].entries()) {
    const as = pristine[at];
    if (as) island.replaceWith(document.importNode(as, true));
  }
}

function startAgain(islands: Replaced): void {
  if (!begun) return;
  const started = islands.filter((island) => island.isConnected);
  const page = { querySelectorAll: () => started } as unknown as ParentNode;
  if (started.length > 0) start(page, loaders);
}

function version(page: Document): string | undefined {
  return page.querySelector<HTMLMetaElement>("meta[name=dev-version]")?.content;
}

function lateStyles(page: Document): string | undefined {
  return page.querySelector<HTMLElement>("script[data-styles]")?.dataset.styles;
}

/** Where an element stands: the places of all around it, from the outside. */
function trail(element: Element | null): { element: Element; places: number[] } | undefined {
  if (!element || element === document.body) return undefined;
  const places: number[] = [];
  for (let at: Element | null = element; at?.parentElement; at = at.parentElement)
    places.unshift([...at.parentElement.children].indexOf(at));
  return { element, places };
}

/** Gives the focus to what stands where it was, if that was replaced. */
function refocus(focused: ReturnType<typeof trail>): void {
  if (!focused || focused.element.isConnected) return;
  const id = focused.element.id && document.getElementById(focused.element.id);
  const walk = (at: Element | undefined, place: number) => at?.children[place];
  const there = id || focused.places.reduce<Element | undefined>(walk, document.documentElement);
  if (there instanceof HTMLElement) there.focus({ preventScroll: true });
}

// The open page: the version last served, and the changes that bring it up to date.

import { registry } from "../src/islands/registry";
import { startIslands } from "../src/islands/start";
import { patch, type Replaced } from "./patch";

let served: Document | undefined;
let loaders = registry;
let start = startIslands;
let begun = false;

/** The runtime has started the page's islands; this module starts any that are added later. */
export function islandsBegun(): void {
  begun = true;
}

if (import.meta.hot) {
  import.meta.hot.accept(["../src/islands/registry", "../src/islands/start"], ([islands, starting]) => {
    if (islands) loaders = islands.registry;
    if (starting) start = starting.startIslands;
  });
}

/** Keeps the first version, and patches the page with each later one. Returns false if it reloads the page instead. */
export function show(html: string): boolean {
  const next = new DOMParser().parseFromString(html, "text/html");
  const before = served;
  served = next;
  if (!before) {
    // The loaded page may be older than the first version sent.
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

/** Resets every island to its served state. */
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

/** An element's position: its index in each of its ancestors, from the outermost in. */
function trail(element: Element | null): { element: Element; places: number[] } | undefined {
  if (!element || element === document.body) return undefined;
  const places: number[] = [];
  for (let at: Element | null = element; at?.parentElement; at = at.parentElement)
    places.unshift([...at.parentElement.children].indexOf(at));
  return { element, places };
}

/** If the focused element was replaced, focuses the element in its position. */
function refocus(focused: ReturnType<typeof trail>): void {
  if (!focused || focused.element.isConnected) return;
  const id = focused.element.id && document.getElementById(focused.element.id);
  const walk = (at: Element | undefined, place: number) => at?.children[place];
  const there = id || focused.places.reduce<Element | undefined>(walk, document.documentElement);
  if (there instanceof HTMLElement) there.focus({ preventScroll: true });
}

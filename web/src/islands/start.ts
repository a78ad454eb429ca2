// Finds the islands of a page and starts each independently, on its trigger.

import type { Mount, Trigger } from "./contract";
import { tryAgain } from "./try_again";

export type Loaders = Record<string, () => Promise<{ mount: Mount<never> }>>;

/** Starts every island in `page`; if one fails, reports it and keeps its prerendered HTML. */
export function startIslands(page: ParentNode, loaders: Loaders): void {
  for (const element of page.querySelectorAll<HTMLElement>("[data-island]")) {
    const { trigger, query } = element.dataset;
    const isNamed = query !== undefined && isInAddress(query);
    const start = () => void startIsland(element, loaders).catch((error) => report(element, error));
    // The runtime has loaded after all, so the island may start.
    delete element.dataset.failed;
    try {
      triggers[isNamed ? "load" : (trigger as Trigger)](element, start);
    } catch (error) {
      report(element, error);
    }
  }
}

/** Tells whether the address has a parameter, in its query or its fragment. */
function isInAddress(name: string): boolean {
  const { search, hash } = location;
  return [search, hash.slice(1)].some((part) => new URLSearchParams(part).has(name));
}

async function startIsland(element: HTMLElement, loaders: Loaders, attempt = 0): Promise<void> {
  const name = element.dataset.island ?? "";
  const load = loaders[name];
  if (!load) throw new Error(`expected one of ${Object.keys(loaders).join(", ")}, found "${name}"`);
  const props = element.querySelector(":scope > script")?.textContent ?? "{}";
  const root = element.querySelector<HTMLElement>(":scope > [data-island-root]");
  if (!root) throw new Error("expected an element with data-island-root, found none");
  const events = recordEvents(root);
  const module = await loadModule(element, load, attempt)
    .catch((error) => {
      // The first pause is short: only a later failure marks the island as failed.
      if (attempt > 0) element.dataset.failed = "";
      let isWaiting = true;
      const next = () => {
        if (isWaiting)
          void startIsland(element, loaders, attempt + 1).catch((error) => report(element, error));
        isWaiting = false;
      };
      tryAgain(attempt, next);
      onIntent(element, next);
      throw error;
    })
    .finally(events.stop);
  // If mounting throws, the island stays marked as failed.
  element.dataset.failed = "";
  module.mount(root, JSON.parse(props) as never);
  delete element.dataset.failed;
  element.dataset.started = "";
  events.repeat();
}

/** The island's module. Browsers remember a failed address, so each further attempt uses a different one. */
function loadModule(element: HTMLElement, load: Loaders[string], attempt: number): ReturnType<typeof load> {
  const { module } = element.dataset;
  return attempt > 0 && module ? import(/* @vite-ignore */ `${module}?${attempt}`) : load();
}

/** Events at least this old, in milliseconds, aren't repeated: the visitor no longer expects a response. */
const LATE_MS = 2000;

/**
 * Records clicks and keys while a script loads, to repeat them. Leaves out links and popover buttons: the browser
 * has already handled them.
 */
function recordEvents(root: HTMLElement) {
  const recorded: Event[] = [];
  const record = (event: Event) => {
    const target = event.target as Element;
    if (event.type === "keydown" || target.closest("button:not([popovertarget])")) recorded.push(event);
  };
  for (const type of ["click", "keydown"]) root.addEventListener(type, record);
  return {
    stop() {
      for (const type of ["click", "keydown"]) root.removeEventListener(type, record);
    },
    repeat() {
      for (const event of recorded) {
        if (performance.now() - event.timeStamp >= LATE_MS) continue;
        const Same = event.constructor as typeof Event;
        event.target?.dispatchEvent(new Same(event.type, event));
      }
    },
  };
}

/** Controls whose hover, touch or focus starts an island. Hovering over anything else doesn't. */
const controls = "a, button, input, label";

const triggers: Record<Trigger, (element: HTMLElement, start: () => void) => void> = {
  load: (_element, start) => start(),
  idle: (_element, start) => {
    // Safari has no requestIdleCallback.
    if ("requestIdleCallback" in window) requestIdleCallback(start);
    else setTimeout(start, 200);
  },
  visible: (element, start) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        start();
      },
      { rootMargin: "200px" },
    );
    observer.observe(element);
  },
  interaction: (element, start) => {
    // Chromium doesn't count the focus in an open popover as :focus-within.
    const hovered = element.querySelector(`:is(${controls}):hover`);
    if (hovered || element.contains(document.activeElement)) return start();
    onIntent(element, start);
  },
};

/** Calls `start` when a visitor points at one of the element's controls, touches it or moves the focus to it. */
function onIntent(element: HTMLElement, start: () => void): void {
  const types = ["pointerover", "touchstart", "focusin", "input"];
  const once = ({ target }: Event) => {
    if (!(target as Element).closest(controls)) return;
    for (const type of types) element.removeEventListener(type, once);
    start();
  };
  for (const type of types) element.addEventListener(type, once, { passive: true });
}

function report(element: HTMLElement, error: unknown): void {
  console.error(`island ${element.dataset.island}: its HTML stays as it is:`, error);
}

// The script that `cargo site dev` adds to every page: it updates the page, and shows problems in Vite's overlay.

import type { ErrorPayload } from "vite";
import { followEditions, selectEdition } from "./edition_bar";
import { show } from "./page";

interface Answer {
  status: number;
  html?: string;
  to?: string;
  problem?: ErrorPayload["err"];
}

const hot = import.meta.hot;
let isUpdating = false;
let isOutdated = false;
/** An overlay that someone has closed stays closed until the problem changes. */
let lastProblem: string | undefined;

hot?.on("site:changed", update);
// A page loaded before the last change is outdated, and so is a page after a lost connection.
hot?.on("vite:ws:connect", update);
update();
followEditions((starts) => hot?.send("site:look", { starts }));

/** Requests the page again. It doesn't miss a change in the meantime. */
async function update(): Promise<void> {
  isOutdated = true;
  if (isUpdating) return;
  isUpdating = true;
  while (isOutdated) {
    isOutdated = false;
    // No answer means that the server has ended; Vite's own script waits until it is back.
    await request().then(bringUpToDate, () => {});
  }
  isUpdating = false;
}

async function request(): Promise<Answer> {
  const response = await fetch(location.pathname, { headers: { accept: "application/json" } });
  return response.json();
}

function bringUpToDate({ status, html = "", to, problem }: Answer): void {
  if (to !== undefined) {
    location.assign(to);
    return;
  }
  const isKept = status === 500 && document.documentElement.dataset.dev === "ready";
  if (!isKept && !show(html)) return;
  selectEdition();
  showProblem(problem);
  document.documentElement.dataset.dev = "ready";
}

function showProblem(problem?: ErrorPayload["err"]): void {
  const text = JSON.stringify(problem);
  if (text === lastProblem) return;
  lastProblem = text;
  document.querySelector("vite-error-overlay")?.remove();
  const Overlay = customElements.get("vite-error-overlay") as (new (_: unknown) => HTMLElement) | undefined;
  if (problem && Overlay) document.body.append(new Overlay(problem));
}

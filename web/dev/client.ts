// The script that `cargo site dev` adds to every page: it updates the page, and shows problems in Vite's overlay.

import type { ErrorPayload } from "vite";
// Before any update, so that each island starts only once.
import "../src/islands/runtime";
import { showEditions } from "./edition_bar";
import { show } from "./page";
import type { PageUpdate } from "./pages";

type Problem = ErrorPayload["err"];

const hot = import.meta.hot;
/** An overlay that someone has closed stays closed until the problem changes. */
let lastProblem: string | undefined;

reportIslandErrors();
// Vite would ignore an error of the listener itself.
hot?.on("site:page", (update: PageUpdate) => queueMicrotask(() => bringUpToDate(update)));
// A page is outdated after a lost connection.
hot?.on("vite:ws:connect", requestUpdates);
requestUpdates();

/** Requests this page's current version and each later one. */
function requestUpdates(): void {
  hot?.send("site:open", { path: location.pathname });
}

function bringUpToDate({ status, html = "", to, editions, problem }: PageUpdate): void {
  if (to !== undefined) {
    location.assign(to);
    return;
  }
  const isKept = status === 500 && document.documentElement.dataset.dev === "ready";
  if (!isKept && !show(html)) return;
  showEditions(editions);
  const text = JSON.stringify(problem);
  if (text !== lastProblem) showProblem(problem);
  lastProblem = text;
  document.documentElement.dataset.dev = "ready";
}

function showProblem(problem?: Problem): void {
  document.querySelector("vite-error-overlay")?.remove();
  const Overlay = customElements.get("vite-error-overlay") as (new (_: Problem) => HTMLElement) | undefined;
  if (problem && Overlay) document.body.append(new Overlay(problem));
}

/** Also shows what islands report, such as HTML that differs from what React renders. */
function reportIslandErrors(): void {
  const { error } = console;
  console.error = (first, ...values) => {
    error(first, ...values);
    // React writes the other values into the first.
    const words = String(first).replaceAll("%s", () => String(values.shift()));
    const stack = values.find((value) => value instanceof Error)?.stack ?? "";
    showProblem({ message: [words, ...values].join(" "), stack, plugin: "island" });
  };
}

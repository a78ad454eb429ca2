// What is wrong, over the page: where, why, and what to do. The page below stays what it last was, and usable.

import css from "./overlay.css?inline";
import type { Problem } from "./problem";

let shown = "";
let hidden = false;
let region: HTMLElement | undefined;

/** Shows the problems; none takes the region away. What was hidden comes back with the next that differ. */
export function showProblems(problems: Problem[]): void {
  const key = JSON.stringify(problems);
  if (key === shown) return;
  shown = key;
  hidden = false;
  draw(problems);
}

function draw(problems: Problem[]): void {
  if (problems.length === 0) {
    region?.remove();
    region = undefined;
    return;
  }
  region ??= place();
  const root = region.shadowRoot as ShadowRoot;
  const count = problems.length === 1 ? "1 error" : `${problems.length} errors`;
  const style = element("style", {}, css);
  if (hidden) {
    const again = element("button", { type: "button", class: "again" }, `${count}: show`);
    again.addEventListener("click", () => {
      hidden = false;
      draw(problems);
      root.querySelector("button")?.focus();
    });
    root.replaceChildren(style, again);
    return;
  }
  const hide = element("button", { type: "button", class: "hide" }, "Hide (Esc)");
  hide.addEventListener("click", () => conceal(problems));
  const heading = element("h2", { id: "heading" }, `${count}: the page stands as it was before`);
  const list = element("ol", {}, ...problems.map(item));
  const dialog = element("div", { role: "dialog", "aria-labelledby": "heading", class: "problems" });
  // Said when it appears, without taking the focus from what someone is doing.
  const said = element("div", { role: "alert" }, heading);
  dialog.append(said, hide, list);
  root.replaceChildren(style, dialog);
  current = problems;
}

let current: Problem[] = [];

function conceal(problems: Problem[]): void {
  hidden = true;
  draw(problems);
}

function place(): HTMLElement {
  const made = document.createElement("site-problems");
  made.attachShadow({ mode: "open" });
  document.documentElement.append(made);
  return made;
}

addEventListener("keydown", (event) => {
  if (event.key === "Escape" && region && !hidden) conceal(current);
});

function item(problem: Problem): HTMLElement {
  const { file, place, message, code, expected, found, help, docs } = problem;
  const where = place ? `${file}:${place.line}:${place.column}` : file;
  const open = element("button", { type: "button", class: "place", title: "Open in the editor" }, where);
  open.addEventListener("click", () => void fetch(`/__open-in-editor?file=${encodeURIComponent(where)}`));
  const rows = Object.entries({ Expected: expected, Found: found, "What to do": help, More: docs });
  const told = rows.filter(([, text]) => text);
  return element(
    "li",
    {},
    element("p", {}, open, element("code", { class: "code" }, code)),
    element("p", { class: "message" }, message),
    ...excerpt(problem),
    element(
      "dl",
      {},
      ...told.flatMap(([name, text]) => [element("dt", {}, name), element("dd", {}, text ?? "")]),
    ),
  );
}

/** The line, with what is meant marked. */
function excerpt({ source_line, place }: Problem): HTMLElement[] {
  if (source_line === null || !place) return [];
  const characters = [...source_line];
  const from = place.column - 1;
  const ends = place.end_line === place.line ? (place.end_column ?? 0) - 1 : characters.length;
  const to = Math.max(ends, from + 1);
  const part = (start: number, end?: number) => characters.slice(start, end).join("");
  const mark = element("mark", {}, part(from, to) || " ");
  const pre = element("pre", {}, part(0, from), mark, part(to));
  pre.dataset.line = String(place.line);
  return [pre];
}

function element(
  name: string,
  attributes: Record<string, string>,
  ...children: (string | Node)[]
): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// The pages that browsers have open, each told when it is no longer what it was.

import { relative, resolve, sep } from "node:path";

/** @typedef {import("./problem.ts").Problem} Problem */
/** @typedef {import("./pages.mjs").Answer} Answer */
/** @typedef {{ path: string, sent: string }} Tab */

/**
 * @param {import("vite").ViteDevServer} vite
 * @param {{ problems(): Problem[], answer(path: string): Promise<Answer> }} source
 */
export function openTabs({ ws, ssrFixStacktrace }, source) {
  /** @type {Map<import("vite").NormalizedHotChannelClient, Tab>} */
  const tabs = new Map();
  /** What kept a page from being rendered. @type {Problem | undefined} */
  let failure;
  let running = false;
  let again = false;

  const tell = () => ws.send("site:problems", [...source.problems(), ...(failure ? [failure] : [])]);

  /** @param {unknown} error */
  function failed(error) {
    if (error instanceof Error) ssrFixStacktrace(error);
    const problem = problemOf(error);
    // Once for each, however many pages are open.
    if (JSON.stringify(problem) !== JSON.stringify(failure)) {
      console.error(error instanceof Error ? (error.stack ?? error.message) : error);
    }
    failure = problem;
  }

  async function renderOpen() {
    /** @type {unknown} */
    let thrown;
    for (const [client, tab] of tabs) {
      try {
        const found = await source.answer(tab.path);
        const html = "to" in found ? `to ${found.to}` : found.html;
        if (html === tab.sent) continue;
        tab.sent = html;
        client.send("site:page", "to" in found ? { to: found.to } : { html });
      } catch (error) {
        thrown = error;
      }
    }
    if (thrown === undefined) failure = undefined;
    else failed(thrown);
    tell();
  }

  /** Renders what is open once more; what changes meanwhile is not missed. */
  async function refresh() {
    again = true;
    if (running) return;
    running = true;
    while (again) {
      again = false;
      await renderOpen();
    }
    running = false;
  }

  ws.on("site:open", (/** @type {{ path: string }} */ { path }, client) => {
    tabs.set(client, { path, sent: "" });
    refresh();
  });
  ws.on("vite:client:disconnect", (_, client) => void tabs.delete(client));

  return { refresh, tell, failed };
}

/**
 * A file as people name it: from the folder that holds web/, and without what Vite adds.
 * @param {string} file
 */
function named(file) {
  return relative(process.cwd(), resolve(file.split("?")[0] ?? file))
    .split(sep)
    .join("/");
}

/**
 * What a component or Vite threw.
 * @param {unknown} error
 * @returns {Problem}
 */
function problemOf(error) {
  const { message, stack, id, loc } =
    /** @type {Error & { id?: string, loc?: { file?: string, line: number, column: number } }} */ (
      error instanceof Error ? error : new Error(String(error))
    );
  const [, file, line, column] = stack?.match(/(\/[^\s()]*\/web\/(?:src|dev)\/[^\s():]+):(\d+):(\d+)/) ?? [];
  const at = loc ?? (line ? { line: Number(line), column: Number(column) } : undefined);
  return {
    file: named(loc?.file ?? id ?? file ?? "web"),
    place: at ? { line: at.line, column: at.column } : null,
    code: "component",
    severity: "error",
    message: message.split("\n")[0] ?? "",
    expected: null,
    found: null,
    help: "Mend the component; the page follows when it is saved.",
    source_line: null,
    docs: null,
  };
}

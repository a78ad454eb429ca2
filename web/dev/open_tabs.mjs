// The pages that browsers have open, each sent again when it is no longer what it was.

import { shownError, shownProblems } from "./problems.mjs";

/** @typedef {import("vite").NormalizedHotChannelClient} Client */
/** @typedef {import("./pages.mjs").Answer} Answer */
/** @typedef {{ path: string, sent: string }} Tab */

/**
 * @param {import("vite").ViteDevServer} vite
 * @param {{ problems(): import("./problems.mjs").Problem[], answer(path: string): Promise<Answer> }} source
 */
export function openTabs({ ws, ssrFixStacktrace }, source) {
  /** @type {Map<Client, Tab>} */
  const tabs = new Map();
  /** What kept a page from being rendered. @type {import("./problems.mjs").Shown | undefined} */
  let failure;
  /** What the tabs' overlay shows. @type {import("./problems.mjs").Shown | undefined} */
  let shown;
  let running = false;
  let again = false;

  /** @param {Client} client */
  const showIn = (client) =>
    shown ? client.send({ type: "error", err: shown }) : client.send("site:solved", {});

  /** Shows what is wrong where that has changed: an overlay that someone has closed stays closed. */
  function notify() {
    const next = shownProblems(source.problems()) ?? failure;
    if (JSON.stringify(next) === JSON.stringify(shown)) return;
    shown = next;
    for (const client of tabs.keys()) showIn(client);
  }

  /** @param {unknown} error */
  function failed(error) {
    if (error instanceof Error) ssrFixStacktrace(error);
    const next = shownError(error);
    // Once for each, however many pages are open.
    if (JSON.stringify(next) !== JSON.stringify(failure)) console.error(next.stack || next.message);
    failure = next;
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
    notify();
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
    if (shown) showIn(client);
    refresh();
  });
  ws.on("vite:client:disconnect", (_, client) => void tabs.delete(client));

  return { refresh, notify, failed };
}

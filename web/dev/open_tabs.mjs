// The pages that browsers have open, each sent again when it is no longer what it was.

import { shownError } from "./problems.mjs";

/** @typedef {import("vite").NormalizedHotChannelClient} Client */
/** @typedef {import("./pages.mjs").Answer} Answer */
/** @typedef {import("./problems.mjs").Shown} Shown */

/**
 * A page that a browser has open.
 * @typedef {object} Tab
 * @property {string} path
 * @property {string} sent the page as it was sent last
 * @property {Shown | undefined} failure what kept it from being rendered
 * @property {boolean} isRendering
 * @property {boolean} isOutdated something has changed since it was rendered last
 */

/**
 * @param {import("vite").ViteDevServer} vite
 * @param {{ contentFailure(): Shown | undefined, answer(path: string): Promise<Answer> }} source
 */
export function openTabs({ ws, ssrFixStacktrace }, source) {
  /** @type {Map<Client, Tab>} */
  const tabs = new Map();
  /** What the tabs' overlay shows. @type {Shown | undefined} */
  let shown;
  /** The last failure that was printed. */
  let printed = "";

  /** @param {Client} client */
  function showIn(client) {
    if (shown) client.send({ type: "error", err: shown });
    else client.send("site:solved", {});
  }

  /** Shows what is wrong where that has changed: an overlay that someone has closed stays closed. */
  function notify() {
    const failure = [...tabs.values()].map((tab) => tab.failure).find(Boolean);
    // The next failure is printed, though it be the same again.
    if (!failure) printed = "";
    const next = source.contentFailure() ?? failure;
    if (JSON.stringify(next) === JSON.stringify(shown)) return;
    shown = next;
    for (const client of tabs.keys()) showIn(client);
  }

  /**
   * Prints why a page can't be rendered: once, however many pages are open.
   * @param {unknown} error
   */
  function failed(error) {
    if (error instanceof Error) ssrFixStacktrace(error);
    const failure = shownError(error);
    const text = failure.stack || failure.message;
    if (text !== printed) console.error(text);
    printed = text;
    return failure;
  }

  /**
   * @param {Client} client
   * @param {Tab} tab
   */
  async function render(client, tab) {
    try {
      const found = await source.answer(tab.path);
      tab.failure = undefined;
      const page = "to" in found ? `to ${found.to}` : found.html;
      if (page === tab.sent) return;
      tab.sent = page;
      client.send("site:page", "to" in found ? { to: found.to } : { html: found.html });
    } catch (error) {
      tab.failure = failed(error);
    }
  }

  /**
   * Renders a tab once more. What changes meanwhile is not missed.
   * @param {Client} client
   * @param {Tab} tab
   */
  async function refreshTab(client, tab) {
    tab.isOutdated = true;
    if (tab.isRendering) return;
    tab.isRendering = true;
    while (tab.isOutdated) {
      tab.isOutdated = false;
      await render(client, tab);
    }
    tab.isRendering = false;
    notify();
  }

  /** Renders every tab once more. None waits for another. */
  function refresh() {
    for (const [client, tab] of tabs) refreshTab(client, tab);
  }

  ws.on("site:open", (/** @type {{ path: string }} */ { path }, client) => {
    const tab = { path, sent: "", failure: undefined, isRendering: false, isOutdated: false };
    tabs.set(client, tab);
    if (shown) showIn(client);
    refreshTab(client, tab);
  });
  ws.on("vite:client:disconnect", (_, client) => {
    tabs.delete(client);
    notify();
  });

  return { refresh, notify, failed };
}

// The files that a browser fetches on a first visit.

import { heaviest, none, row } from "./table.mjs";

/** @typedef {import("./table.mjs").Row} Row */
/**
 * The result of one first visit: bytes of bodies as sent; `all` also counts headers.
 * @typedef {{
 *   route: string, script: number, fonts: number, early: string[], blocking: string[], elsewhere: string[], all: number
 * }} Visit
 */

/** Bytes of script before the first interaction. */
const script = 3_100;
/** Bytes of script once someone uses the calculator, which loads React. */
const calculator = 75_000;
const fonts = 70_000;
/** Everything that a first visit to the home page fetches, with lazy pictures near the first screen. */
const homePage = 150_000;

/**
 * Measures what developers own, on the fixture site: an editor can't change the result.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} origin
 * @param {string[]} routes
 * @param {string} withCalculator
 * @returns {Promise<Row[]>}
 */
export async function visitRows(browser, origin, routes, withCalculator) {
  /** @type {Visit[]} */
  const visits = [];
  for (const route of routes) visits.push(await visit(browser, origin, route));
  const used = await visit(browser, origin, withCalculator, async (page) => {
    await page.locator("[data-island=fee_calculator] input").first().focus();
    await page.locator("[data-island=fee_calculator][data-started]").first().waitFor();
  });
  /** @param {"early" | "blocking" | "elsewhere"} what */
  const all = (what) => visits.flatMap((visit) => visit[what]);
  return [
    heaviest("script before an interaction", sizes(visits, "script"), script),
    row(`script with the calculator in use, ${withCalculator}`, used.script, calculator),
    heaviest("fonts", sizes(visits, "fonts"), fonts),
    none("scripts before the first paint", all("early")),
    none("render-blocking requests", all("blocking")),
    none("requests to other origins", all("elsewhere")),
  ];
}

/**
 * The site's own home page, including everything that its authors put on it.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} origin
 * @returns {Promise<Row>}
 */
export async function homeRow(browser, origin) {
  const { all } = await visit(browser, origin, "/");
  return { ...row("everything on a first visit, /", all, homePage), advice: true };
}

/**
 * @param {Visit[]} visits
 * @param {"script" | "fonts"} part
 */
function sizes(visits, part) {
  return visits.map((visit) => ({ name: visit.route, size: visit[part] }));
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {string} origin
 * @param {string} route
 * @param {(page: import("@playwright/test").Page) => Promise<void>} act
 * @returns {Promise<Visit>}
 */
async function visit(browser, origin, route, act = async () => {}) {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await network.send("Network.enable");
    let all = 0;
    network.on("Network.loadingFinished", ({ encodedDataLength }) => {
      all += encodedDataLength;
    });
    await page.goto(origin + route, { waitUntil: "networkidle" });
    await act(page);
    const seen = await page.evaluate(() => {
      const resources = /** @type {(PerformanceResourceTiming & { renderBlockingStatus?: string })[]} */ (
        performance.getEntriesByType("resource")
      );
      const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity;
      const weight = (/** @type {string} */ end) =>
        resources.reduce(
          (sum, { name, encodedBodySize }) => sum + (name.endsWith(end) ? encodedBodySize : 0),
          0,
        );
      const named = (/** @type {(each: typeof resources[number]) => boolean} */ which) =>
        resources.filter(which).map(({ name }) => name);
      return {
        script: weight(".js"),
        fonts: weight(".woff2"),
        early: named(({ name, startTime }) => name.endsWith(".js") && startTime < painted),
        blocking: named(({ renderBlockingStatus }) => renderBlockingStatus === "blocking"),
        elsewhere: named(({ name }) => !name.startsWith("data:") && new URL(name).origin !== location.origin),
      };
    });
    return { route, all, ...seen };
  } finally {
    await context.close();
  }
}

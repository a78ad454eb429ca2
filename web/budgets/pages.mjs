// What every page weighs, seen by a browser that comes for the first time.

import { bytes } from "./table.mjs";

/** @typedef {import("./table.mjs").Row} Row */
/** @typedef {import("../src/content.ts").Build["content"]} Content */
/**
 * What one first visit fetched: bytes on the wire, headers included, unless said otherwise.
 * @typedef {{
 *   route: string, html: number, script: number, scriptsAfterPaint: boolean, blocking: string[], all: number,
 *   elsewhere: string[]
 * }} Visit
 */

/** The page with its critical CSS, brotli: what ten packets of 1,460 bytes carry before the first acknowledgement. */
const firstFlight = 14_600;
/** An article that is longer than the first flight may have this, and is named. */
const longArticle = 24_000;
/** Script before the first interaction, brotli. */
const script = 2_500;
/** The same on the pages whose islands are the reason to come. */
const scriptOfTools = 75_000;
const tools = ["/fees", "/blog"];
/** Everything that a first visit to the home page fetches, lazy pictures near the first screen included. */
const homePage = 150_000;

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {string} origin
 * @param {Content} content
 * @returns {Promise<Row[]>}
 */
export async function pageRows(browser, origin, content) {
  const articles = new Set(content.articles.map(({ route }) => route));
  /** @type {Visit[]} */
  const visits = [];
  const routes = [...content.pages, ...content.articles].map(({ route }) => route);
  // Weights, not times: several at once weigh the same.
  while (routes.length > 0) {
    visits.push(...(await Promise.all(routes.splice(0, 4).map((route) => visit(browser, origin, route)))));
  }
  const excused = visits.filter(({ route, html }) => articles.has(route) && html > firstFlight);
  const pages = visits.filter((page) => !excused.includes(page));
  const plain = visits.filter(({ route }) => !tools.includes(route));
  return [
    heaviest("HTML, brotli", pages, "html", firstFlight),
    ...excused.map((page) => row(`HTML of a long article, ${page.route}`, page.html, longArticle)),
    heaviest("script before an interaction", plain, "script", script),
    ...visits
      .filter(({ route }) => tools.includes(route))
      .map((page) => row(`script before an interaction, ${page.route}`, page.script, scriptOfTools)),
    none(
      "script before the first paint",
      visits.filter((page) => !page.scriptsAfterPaint).map(({ route }) => route),
    ),
    none(
      "render-blocking requests",
      visits.flatMap(({ blocking }) => blocking),
    ),
    none(
      "requests to other origins",
      visits.flatMap(({ elsewhere }) => elsewhere),
    ),
    ...visits
      .filter(({ route }) => route === "/")
      .map((page) => row("everything on a first visit, /", page.all, homePage)),
  ];
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {string} origin
 * @param {string} route
 * @returns {Promise<Visit>}
 */
async function visit(browser, origin, route) {
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
    const seen = await page.evaluate(async () => {
      const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (
        performance.getEntriesByType("navigation")
      );
      const resources = /** @type {(PerformanceResourceTiming & { renderBlockingStatus?: string })[]} */ (
        performance.getEntriesByType("resource")
      );
      const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
      const scripts = resources.filter(({ name }) => name.endsWith(".js"));
      return {
        html: navigation?.encodedBodySize ?? 0,
        script: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
        scriptsAfterPaint: scripts.every(({ startTime }) => painted > 0 && startTime >= painted),
        blocking: resources
          .filter((each) => each.renderBlockingStatus === "blocking")
          .map(({ name }) => name),
        elsewhere: resources
          .map(({ name }) => name)
          .filter((name) => !name.startsWith("data:") && new URL(name).origin !== location.origin),
      };
    });
    return { route, all, ...seen };
  } finally {
    await context.close();
  }
}

/**
 * @param {string} what
 * @param {Visit[]} visits
 * @param {"html" | "script"} part
 * @param {number} budget
 * @returns {Row}
 */
function heaviest(what, visits, part, budget) {
  const [most] = [...visits].sort((a, b) => b[part] - a[part]);
  if (!most) throw new Error(`expected pages to measure for "${what}", found none`);
  return row(`${what}, heaviest of ${visits.length}: ${most.route}`, most[part], budget);
}

/**
 * @param {string} what
 * @param {number} found
 * @param {number} budget
 * @returns {Row}
 */
function row(what, found, budget) {
  // Nothing at all was not measured.
  return { what, found: bytes(found), budget: `of ${bytes(budget)}`, fits: found > 0 && found <= budget };
}

/**
 * @param {string} what
 * @param {string[]} found
 * @returns {Row}
 */
function none(what, found) {
  const named = [...new Set(found)];
  const listed = named.length > 0 ? `${named.length}: ${named.slice(0, 3).join(", ")}` : "none";
  return { what, found: listed, budget: "none", fits: named.length === 0 };
}

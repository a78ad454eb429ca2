// `npm run budgets` measures what developers add to every page, on the fixture site, and fails if it exceeds a budget.
// It also measures the site's own pages with their words, and warns about large ones. Sizes don't depend on the machine.
//
// `npm run budgets -- --lighthouse` measures with Lighthouse how fast pages of each kind load.
//
// SITE_URL and FIXTURE_URL name running servers of the site and of the fixture site; without them, `cargo site serve` starts
// them. SITE_CONTENT names the site's compiled content, and CHROMIUM a browser.

import { once } from "node:events";
import { createServer } from "node:net";
import { withBrowser } from "../scripts/browser.mjs";
import { contentAt, fixtureSite, readCompiled } from "../scripts/compiled.mjs";
import { withServers } from "../scripts/servers.mjs";
import { lighthouseRows } from "./lighthouse.mjs";
import { printTable } from "./table.mjs";
import { homeRow, visitRows } from "./visits.mjs";
import { frameRows, pageRows } from "./weights.mjs";

/** @typedef {import("./table.mjs").Row} Row */

const rows = await withServers(process.argv.includes("--lighthouse") ? times : sizes);
printTable(rows);
const hard = rows.filter(({ advice }) => !advice);
const over = hard.filter(({ fits }) => !fits).length;
const warnings = rows.filter(({ advice, fits }) => advice && !fits).length;
console.log(`\n${hard.length - over} budgets kept, ${over} exceeded, ${warnings} warnings`);
process.exitCode = over > 0 ? 1 : 0;

/**
 * @param {import("../scripts/servers.mjs").Urls} urls
 * @returns {Promise<Row[]>}
 */
async function sizes({ SITE_URL: site, FIXTURE_URL: fixture }) {
  const tested = contentAt(readCompiled(fixtureSite.file));
  const real = contentAt(readCompiled());
  const articles = new Set(real.articles.map(({ route }) => route));
  const withCalculator = tested.pages.find(({ blocks }) =>
    blocks.some(({ kind }) => kind === "fee_calculator"),
  );
  const pages = await fetchAll(fixture, tested);
  const late = pages[0]?.html.match(/href="(\/assets\/late-[^"]+)"/)?.[1];
  if (!withCalculator || !late) throw new Error("expected the fixture to have a calculator and late styles");
  const routes = pages.map(({ route }) => route);
  return withBrowser([], async (browser) => [
    ...frameRows(pages, await textAt(fixture + late)),
    ...(await visitRows(browser, fixture, routes, withCalculator.route)),
    ...pageRows(await fetchAll(site, real), (route) => articles.has(route)),
    await homeRow(browser, site),
  ]);
}

/**
 * @param {import("../scripts/servers.mjs").Urls} urls
 * @returns {Promise<Row[]>}
 */
async function times({ SITE_URL }) {
  const port = await freePort();
  const args = [
    // A process that is exiting never answers a request for its part of a trace; Chromium waits 5 s.
    "--renderer-process-limit=1",
    `--remote-debugging-port=${port}`,
  ];
  return withBrowser(args, () => lighthouseRows(port, SITE_URL, contentAt(readCompiled())));
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  return port;
}

/**
 * @param {string} origin
 * @param {import("../src/content.ts").Content} content
 */
async function fetchAll(origin, { pages, articles }) {
  const all = [];
  for (const { route } of [...pages, ...articles]) all.push({ route, html: await textAt(origin + route) });
  return all;
}

/** @param {string} address */
async function textAt(address) {
  return (await fetch(address)).text();
}

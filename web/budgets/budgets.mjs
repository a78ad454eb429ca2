// `npm run budgets`: measures what developers add to every page, on the fixture site, and fails past a budget; measures
// the site's own pages with their words, and warns past a measure. Sizes only: they are the same on every machine.
//
// `npm run budgets -- --lighthouse` asks Lighthouse how soon a page of each kind of the site stands; with `--all`, every
// page.
//
// SITE_URL and FIXTURE_URL are running servers of the site and of the fixture site; SITE_CONTENT is the site's compiled
// content; CHROMIUM a browser, if not Playwright's own.

import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { readCompiled } from "../scripts/compiled.mjs";
import { lighthouseRows } from "./lighthouse.mjs";
import { pictureRows } from "./pictures.mjs";
import { printTable } from "./table.mjs";
import { homeRow, visitRows } from "./visits.mjs";
import { frameRows, pageRows } from "./weights.mjs";

/** @typedef {import("./table.mjs").Row} Row */
/** @typedef {import("../src/content.ts").Build["content"]} Content */

const { CHROMIUM } = process.env;

const rows = process.argv.includes("--lighthouse") ? await times() : await sizes();
printTable(rows);
const hard = rows.filter(({ advice }) => !advice);
const over = hard.filter(({ fits }) => !fits).length;
const warnings = rows.filter(({ advice, fits }) => advice && !fits).length;
console.log(`\n${hard.length - over} budgets kept, ${over} exceeded, ${warnings} warnings`);
process.exitCode = over > 0 ? 1 : 0;

/** @returns {Promise<Row[]>} */
async function sizes() {
  const site = serverOf("SITE_URL");
  const fixture = serverOf("FIXTURE_URL");
  const tested = readCompiled(fileURLToPath(new URL("../src/testing/content.json", import.meta.url))).content;
  const real = readCompiled().content;
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
    ...(await pictureRows()),
    ...pageRows(await fetchAll(site, real), (route) => articles.has(route)),
    await homeRow(browser, site),
  ]);
}

/** @returns {Promise<Row[]>} */
async function times() {
  const site = serverOf("SITE_URL");
  const { content } = readCompiled();
  const port = await freePort();
  const args = [
    // Asked for its part of a trace, a process that is just leaving never answers: Chromium waits 5 s for it.
    "--renderer-process-limit=1",
    `--remote-debugging-port=${port}`,
  ];
  return withBrowser(args, () => lighthouseRows(port, site, content, process.argv.includes("--all")));
}

/**
 * @template T
 * @param {string[]} args
 * @param {(browser: import("@playwright/test").Browser) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function withBrowser(args, work) {
  const browser = await chromium.launch({
    ...(CHROMIUM && { executablePath: CHROMIUM }),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", ...args],
  });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** @param {"SITE_URL" | "FIXTURE_URL"} name */
function serverOf(name) {
  const url = process.env[name];
  if (!url)
    throw new Error(
      `expected ${name}, the address of a running server. Run \`cargo site test\`, which sets it.`,
    );
  return url;
}

/**
 * @param {string} origin
 * @param {Content} content
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

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

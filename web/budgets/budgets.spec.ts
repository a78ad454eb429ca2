// `npm run budgets` measures what developers add to every page, on the fixture site, and fails if it exceeds a budget.
// It also measures the site's own pages with their words, and warns about large ones. Sizes don't depend on the machine.
//
// `npm run lighthouse` measures how fast pages of each kind load.
//
// SITE_URL and FIXTURE_URL name running servers of the site and of the fixture site; without them, `cargo site serve` starts
// them. SITE_CONTENT names the site's compiled content, and CHROMIUM a browser.

import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { chromium, expect, test } from "@playwright/test";
import { chromiumOptions } from "../scripts/browser";
import { contentAt, fixtureSite, readCompiled } from "../scripts/compiled";
import type { Content } from "../src/content";
import { lighthouseRows } from "./lighthouse";
import { type Row, tableOf } from "./table";
import { homeRow, visitRows } from "./visits";
import { frameRows, pageRows } from "./weights";

const { SITE_URL: site = "", FIXTURE_URL: fixture = "" } = process.env;

test("sizes", async ({ browser }) => {
  const ofTests = contentAt(readCompiled(fixtureSite.file));
  const ofSite = contentAt(readCompiled());
  const articles = new Set(ofSite.articles.map(({ route }) => route));
  const withCalculator = ofTests.pages.find(({ blocks }) =>
    blocks.some(({ kind }) => kind === "fee_calculator"),
  );
  const pages = await fetchAll(fixture, ofTests);
  const late = pages[0]?.html.match(/href="(\/assets\/late-[^"]+)"/)?.[1];
  if (!withCalculator || !late) throw new Error("expected the fixture to have a calculator and late styles");
  const routes = pages.map(({ route }) => route);
  report([
    ...frameRows(pages, await textAt(fixture + late)),
    ...(await visitRows(browser, fixture, routes, withCalculator.route)),
    ...pageRows(await fetchAll(site, ofSite), (route) => articles.has(route)),
    await homeRow(browser, site),
  ]);
});

test("Lighthouse", async () => {
  const port = await freePort();
  const args = [
    ...chromiumOptions.args,
    // A process that is exiting never answers a request for its part of a trace; Chromium waits 5 s.
    "--renderer-process-limit=1",
    `--remote-debugging-port=${port}`,
  ];
  const browser = await chromium.launch({ ...chromiumOptions, args });
  const rows = await lighthouseRows(port, site, contentAt(readCompiled()));
  await browser.close();
  report(rows);
});

function report(rows: Row[]): void {
  const hard = rows.filter(({ advice }) => !advice);
  const over = hard.filter(({ fits }) => !fits);
  const warnings = rows.filter(({ advice, fits }) => advice && !fits);
  const counts = `${hard.length - over.length} budgets kept, ${over.length} exceeded, ${warnings.length} warnings`;
  console.log(`${tableOf(rows)}\n\n${counts}`);
  expect(over).toEqual([]);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function fetchAll(origin: string, { pages, articles }: Content) {
  const all = [];
  for (const { route } of [...pages, ...articles]) all.push({ route, html: await textAt(origin + route) });
  return all;
}

async function textAt(address: string): Promise<string> {
  return (await fetch(address)).text();
}

// The files that a browser fetches on a first visit.

import type { Browser, Page } from "@playwright/test";
import { heaviest, none, type Row, row } from "./table";

/** Bytes of script before the first interaction. */
const script = 3_100;
/** Bytes of script once someone uses the calculator, which loads React. */
const calculator = 75_000;
const fonts = 70_000;
/** Everything that a first visit to the home page fetches, with lazy pictures near the first screen. */
const homePage = 150_000;

/** Measures what developers own, on the fixture site: an editor can't change the result. */
export async function visitRows(
  browser: Browser,
  origin: string,
  routes: string[],
  withCalculator: string,
): Promise<Row[]> {
  const visits: Awaited<ReturnType<typeof visit>>[] = [];
  for (const route of routes) visits.push(await visit(browser, origin, route));
  const used = await visit(browser, origin, withCalculator, async (page) => {
    await page.locator("[data-island=fee_calculator] input").first().focus();
    await page.locator("[data-island=fee_calculator][data-started]").first().waitFor();
  });
  const all = (what: "early" | "blocking" | "elsewhere") => visits.flatMap((visit) => visit[what]);
  const sizes = (part: "script" | "fonts") =>
    visits.map((visit) => ({ name: visit.route, size: visit[part] }));
  return [
    heaviest("script before an interaction", sizes("script"), script),
    row(`script with the calculator in use, ${withCalculator}`, used.script, calculator),
    heaviest("fonts", sizes("fonts"), fonts),
    none("scripts before the first paint", all("early")),
    none("render-blocking requests", all("blocking")),
    none("requests to other origins", all("elsewhere")),
  ];
}

/** The site's own home page, including everything that its authors put on it. */
export async function homeRow(browser: Browser, origin: string): Promise<Row> {
  const { all } = await visit(browser, origin, "/");
  return { ...row("everything on a first visit, /", all, homePage), advice: true };
}

/** The result of one first visit: bytes of bodies as sent; `all` also counts headers. */
async function visit(
  browser: Browser,
  origin: string,
  route: string,
  act: (page: Page) => Promise<void> = async () => {},
) {
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
      type Resource = PerformanceResourceTiming & { renderBlockingStatus?: string };
      const resources = performance.getEntriesByType("resource") as Resource[];
      const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity;
      const weight = (end: string) =>
        resources.reduce(
          (sum, { name, encodedBodySize }) => sum + (name.endsWith(end) ? encodedBodySize : 0),
          0,
        );
      const named = (which: (resource: Resource) => boolean) =>
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

// Runs Lighthouse on pages of every kind, as on a phone on a slow network.

import lighthouse, { defaultConfig } from "lighthouse";
import type { Content } from "../src/content";
import type { Row } from "./table";

/** The lowest acceptable median of each category's scores. */
const leastScores = { performance: 99, accessibility: 100, "best-practices": 100, seo: 100 };
const categories = Object.keys(leastScores) as (keyof typeof leastScores)[];
/** Largest contentful paint, in milliseconds. */
const largestPaint = 1_200;
/** Cumulative layout shift: how much the fonts may move when they replace their fallbacks. */
const largestShift = 0.02;
/** Total blocking time, in milliseconds: less than a visitor notices, and more than a busy machine adds to the median. */
const notBlocked = 50;
/** The minimum number of pages. */
const leastPages = 12;
/** Runs per page; the median of each figure counts. */
const runs = 5;
/**
 * Lighthouse's CPU slowdown for a machine that reaches `fullSpeed`. A slower or busier machine gets proportionally
 * less.
 */
const slowdown = 4;
const fullSpeed = 2_800;
const mobile = defaultConfig.settings?.throttling;
const never = Number.POSITIVE_INFINITY;

/** Measures the site at `origin` in the browser with this debugging port. */
export async function lighthouseRows(port: number, origin: string, content: Content): Promise<Row[]> {
  const rows: Row[] = [];
  for (const route of oneOfEachKind(content)) rows.push(await rowOf(port, origin, route));
  return rows;
}

/**
 * Returns pages that show every kind of block, and the articles with the fewest and the most words. If these are too few,
 * adds the first other pages.
 */
function oneOfEachKind({ pages, articles }: Content): string[] {
  const seen = new Set();
  const indexed = pages.filter(({ meta }) => !meta.noindex);
  const chosen = indexed.filter(({ blocks }) => {
    const known = seen.size;
    for (const { kind } of blocks) seen.add(kind);
    return seen.size > known;
  });
  const byLength = [...articles].sort((a, b) => a.words - b.words);
  const ends = [byLength.at(0), byLength.at(-1)].flatMap((article) => article ?? []);
  const routes = new Set([...chosen, ...ends].map(({ route }) => route));
  for (const { route } of [...indexed, ...articles]) {
    if (routes.size >= leastPages) break;
    routes.add(route);
  }
  return [...routes];
}

async function rowOf(port: number, origin: string, route: string): Promise<Row> {
  const all: Awaited<ReturnType<typeof look>>[] = [];
  let slower = slowdown;
  for (let run = 0; run < runs; run += 1) {
    const seen = await look(port, origin + route, slower);
    slower = Math.max(1, slowdown * Math.min(1, seen.speed / fullSpeed));
    all.push(seen);
  }
  const scores = categories.map((_, at) => median(all.map((seen) => seen.scores[at] ?? 0)));
  const paint = median(all.map((seen) => seen.paint));
  const shift = median(all.map((seen) => seen.shift));
  const blocked = median(all.map((seen) => seen.blocked));
  const fits =
    categories.every((name, at) => (scores[at] ?? 0) >= leastScores[name]) &&
    paint <= largestPaint &&
    shift <= largestShift &&
    blocked < notBlocked;
  const figures = `LCP ${(paint / 1000).toFixed(2)} s, CLS ${shift.toFixed(3)}, TBT ${Math.round(blocked)} ms`;
  const faults = [...new Set(all.flatMap((seen) => seen.faults))];
  return {
    what: `Lighthouse, median of ${runs}, ${route}`,
    found: `${scores.join(" ")}, ${figures}`,
    budget: `${Object.values(leastScores).join(" ")}, 1.2 s, 0.02, ${notBlocked} ms${fits ? "" : ` (${faults.join(", ")})`}`,
    fits,
  };
}

/** Takes an odd number of figures. */
function median(figures: number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = sorted[(sorted.length - 1) / 2];
  if (middle === undefined) throw new Error(`expected an odd number of runs, found ${figures.length}`);
  return middle;
}

/** Runs Lighthouse once. Times are in milliseconds, and `speed` is Lighthouse's index of the machine's speed meanwhile. */
async function look(port: number, url: string, cpuSlowdownMultiplier: number) {
  const run = await lighthouse(url, {
    port,
    logLevel: "silent",
    onlyCategories: categories,
    disableFullPageScreenshot: true,
    throttling: { ...mobile, cpuSlowdownMultiplier },
  }).catch((error) => String(error));
  const fault = typeof run === "string" ? run : run?.lhr.runtimeError?.message;
  if (typeof run !== "object" || fault) {
    const faults = [fault ?? "no result"];
    const scores = categories.map(() => 0);
    return { scores, paint: never, shift: never, blocked: never, faults, speed: fullSpeed };
  }
  const { lhr } = run;
  const figure = (audit: string) => lhr.audits[audit]?.numericValue ?? never;
  return {
    scores: categories.map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100)),
    paint: figure("largest-contentful-paint"),
    shift: figure("cumulative-layout-shift"),
    blocked: figure("total-blocking-time"),
    faults: Object.values(lhr.categories).flatMap(({ auditRefs }) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
        .map(({ id }) => id),
    ),
    speed: lhr.environment.benchmarkIndex,
  };
}

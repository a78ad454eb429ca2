// Lighthouse on pages of every kind, as on a phone on a slow network.

import lighthouse, { defaultConfig } from "lighthouse";

/** @typedef {import("./table.mjs").Row} Row */
/** @typedef {import("../src/content.ts").Build["content"]} Content */
/**
 * What one run saw: scores of 100, times in milliseconds, and how fast the machine was meanwhile (Lighthouse's index).
 * @typedef {{
 *   scores: Record<string, number>, paint: number, shift: number, blocked: number, faults: string[], speed: number
 * }} Seen
 */

const categories = ["performance", "accessibility", "best-practices", "seo"];
/** Largest contentful paint, in milliseconds. */
const largestPaint = 1_200;
/** Cumulative layout shift: what the fonts may move when they take the place of their fallbacks. */
const largestShift = 0.02;
/** Total blocking time, in milliseconds, that Lighthouse shows as 0. */
const notBlocked = 5;
/**
 * A page stands as it should if one of several runs says so: a shared machine slows a run down, but never speeds one up.
 * A machine that is slow itself, or busy, is slowed down by less than four times, in proportion to one that reaches
 * `fullSpeed`.
 */
const attempts = 5;
const slowdown = 4;
const fullSpeed = 2_800;
const mobile = defaultConfig.settings?.throttling;
const never = Number.POSITIVE_INFINITY;

/**
 * @param {number} port where the browser is driven
 * @param {string} origin
 * @param {Content} content
 * @returns {Promise<Row[]>}
 */
export async function lighthouseRows(port, origin, content) {
  /** @type {Row[]} */
  const rows = [];
  for (const route of oneOfEachKind(content)) rows.push(await rowOf(port, origin, route));
  return rows;
}

/**
 * Pages on which every kind of block is seen, and the articles with the fewest and the most words.
 * @param {Content} content
 */
function oneOfEachKind({ pages, articles }) {
  const seen = new Set();
  const indexed = pages.filter(({ meta }) => !meta.noindex);
  const chosen = indexed.filter(({ blocks }) => {
    const known = seen.size;
    for (const { kind } of blocks) seen.add(kind);
    return seen.size > known;
  });
  const byLength = [...articles].sort((a, b) => a.words - b.words);
  const ends = [byLength.at(0), byLength.at(-1)].flatMap((article) => article ?? []);
  return [...chosen, ...ends].map(({ route }) => route);
}

/**
 * @param {number} port
 * @param {string} origin
 * @param {string} route
 * @returns {Promise<Row>}
 */
async function rowOf(port, origin, route) {
  let seen = await look(port, origin + route, slowdown);
  for (let attempt = 1; attempt < attempts && !keeps(seen); attempt += 1) {
    const slower = Math.max(1, slowdown * Math.min(1, seen.speed / fullSpeed));
    seen = await look(port, origin + route, slower);
  }
  const { scores, paint, shift, blocked, faults } = seen;
  const fits = keeps(seen);
  const figures = `LCP ${(paint / 1000).toFixed(2)} s, CLS ${shift.toFixed(3)}, TBT ${Math.round(blocked)} ms`;
  return {
    what: `Lighthouse, ${route}`,
    found: `${categories.map((name) => scores[name]).join(" ")}, ${figures}`,
    budget: `100 each, 1.2 s, 0.02, 0${fits ? "" : ` (${faults.join(", ")})`}`,
    fits,
  };
}

/** @param {Seen} seen */
function keeps({ scores, paint, shift, blocked }) {
  const full = categories.every((name) => scores[name] === 100);
  return full && paint <= largestPaint && shift <= largestShift && blocked < notBlocked;
}

/**
 * @param {number} port
 * @param {string} url
 * @param {number} cpuSlowdownMultiplier
 * @returns {Promise<Seen>}
 */
async function look(port, url, cpuSlowdownMultiplier) {
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
    return { scores: {}, paint: never, shift: never, blocked: never, faults, speed: fullSpeed };
  }
  const { lhr } = run;
  const figure = (/** @type {string} */ audit) => lhr.audits[audit]?.numericValue ?? never;
  return {
    scores: Object.fromEntries(
      Object.entries(lhr.categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    ),
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

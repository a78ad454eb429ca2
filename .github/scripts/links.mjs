// Asks every address of other sites that content/ names, and keeps one issue on those that are gone: `links.mjs`.
//
// An address is gone where it was answered with 404 or 410 twice, days apart. Nothing else is reported: sites refuse programs, are slow, and
// are down for a night. What was gone once is kept in the issue, out of sight, until the next run.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Api, isOurs, run } from "./api.mjs";
import { git } from "./git.mjs";
import { COMMENT_CHARACTERS, cut } from "./text.mjs";

/** @typedef {{ url: string, file: string, since: string }} Gone */

const MARKER = "<!-- site: links -->";
const TITLE = "Links and sources that are gone";
const LABEL = "links";
const ONCE = /<!-- gone: (.*) -->/;

/** The most addresses of one run, the time for each, and how many sites are asked at once. */
const ADDRESSES = 2_000;
const MILLISECONDS = 30_000;
const SITES = 4;
/** Between the two answers; a run that is started again proves nothing. */
const DAYS_APART = 3;

/** The addresses of other sites, each with a file that names it. @param {string} folder */
function addresses(folder) {
  const files = git(folder, ["ls-files", "-z", "content/*.toml", "content/*.mdx"]).split("\0");
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const file of files.filter((name) => name !== "")) {
    const text = readFileSync(join(folder, file), "utf8");
    for (const [url] of text.matchAll(/https?:\/\/[^\s"'<>()[\]{}|\\^`]+/g)) {
      const bare = url.replace(/#.*$/, "").replace(/[.,;:!?*]+$/, "");
      // Placeholders belong to nobody.
      if (!URL.canParse(bare) || /(^|\.)example\.(com|org|net)$/.test(new URL(bare).hostname)) continue;
      if (!found.has(bare)) found.set(bare, file);
    }
  }
  return [...found].slice(0, ADDRESSES);
}

/** Returns true where a site says that there is nothing. @param {string} url */
async function isGone(url) {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(MILLISECONDS),
      headers: { "user-agent": "Mozilla/5.0 (compatible; site-links/1)" },
    });
    await response.body?.cancel();
    return response.status === 404 || response.status === 410;
  } catch {
    return false;
  }
}

/** The addresses that are gone; those of one site are asked one after another. @param {[string, string][]} asked */
async function goneOf(asked) {
  /** @type {Map<string, [string, string][]>} */
  const sites = new Map();
  for (const entry of asked) {
    const { host } = new URL(entry[0]);
    sites.set(host, [...(sites.get(host) ?? []), entry]);
  }
  const waiting = [...sites.values()];
  /** @type {[string, string][]} */
  const gone = [];
  const work = async () => {
    for (let site = waiting.pop(); site !== undefined; site = waiting.pop()) {
      for (const entry of site) {
        if (await isGone(entry[0])) gone.push(entry);
      }
    }
  };
  await Promise.all(Array.from({ length: SITES }, work));
  return gone.sort();
}

/** @param {string} since @param {Date} today */
const isDaysAgo = (since, today) => today.getTime() - Date.parse(since) >= DAYS_APART * 24 * 60 * 60 * 1000;

/** @param {Gone[]} gone @param {Date} today */
function issueBody(gone, today) {
  const twice = gone.filter(({ since }) => isDaysAgo(since, today));
  const lines = twice.map(({ url, file, since }) => `- \`${url}\` in \`${file}\`, gone since ${since}`);
  const words =
    twice.length === 0
      ? "Nothing is gone."
      : `Each was answered with 404 or 410 twice, days apart. A source that is gone leaves a claim without one: name another, or take the claim out.\n\n${lines.join("\n")}`;
  const kept = JSON.stringify(gone).replaceAll("-->", "");
  return {
    state: twice.length === 0 ? "closed" : "open",
    body: `${MARKER}\n<!-- gone: ${kept} -->\n\n${cut(words, COMMENT_CHARACTERS - kept.length, "The rest is left out.")}`,
  };
}

await run(async (environment) => {
  const api = new Api(environment);
  /** @type {import("./api.mjs").Issue[]} */
  const issues = await api.list(`/issues?state=all&labels=${LABEL}&sort=created&direction=desc`);
  const ours = issues.find((found) => isOurs(found) && found.body?.startsWith(MARKER));
  /** @type {Gone[]} */
  const before = JSON.parse(ONCE.exec(ours?.body ?? "")?.[1] ?? "[]");

  const today = new Date(environment.SITE_TODAY ?? Date.now());
  const asked = addresses(process.cwd());
  const gone = (await goneOf(asked)).map(([url, file]) => {
    const known = before.find((found) => found.url === url);
    return { url, file, since: known?.since ?? today.toISOString().slice(0, 10) };
  });
  const { state, body } = issueBody(gone, today);
  const said = `asked ${asked.length} addresses, ${gone.length} are gone`;
  if (ours === undefined) {
    if (gone.length === 0) return said;
    const made = await api.ask("POST", "/issues", { title: TITLE, body, labels: [LABEL] });
    if (state === "closed") await api.ask("PATCH", `/issues/${made.number}`, { state });
    return said;
  }
  if (ours.body !== body) await api.ask("PATCH", `/issues/${ours.number}`, { body, state });
  return said;
});

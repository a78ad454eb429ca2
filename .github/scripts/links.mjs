// Maintains one issue about external addresses that are gone: `links.mjs FILE`, with the output of `cargo site links`: one address per line, a
// tab, and the places that use it.
//
// An address is gone if it returned 404 or 410 twice, days apart. Nothing else counts, because sites refuse programs, are slow, or are down
// for a night. The issue remembers each address that was gone once.

import { readFileSync } from "node:fs";
import { Api, Refusal, run } from "./api.mjs";
import { inline } from "./text.mjs";

/** @typedef {{ url: string, places: string[] }} Link */

const ISSUE = {
  marker: "<!-- site: links -->",
  title: "Links and sources that are gone",
  label: "links",
};
const MEMORY = /<!-- gone: (.*) -->/;

/** Reserved names that don't belong to anyone. */
const PLACEHOLDER = /(^|\.)example\.(com|org|net)$/;
/** The most addresses in one run, and the timeout of each. */
const ADDRESSES = 2_000;
const MILLISECONDS = 30_000;
/** The most addresses that the issue can remember. */
const REMEMBERED = 200;
/** The least time between two checks. Running again on the same day proves nothing. */
const APART_MILLISECONDS = 3 * 24 * 60 * 60 * 1000;

await run(["FILE"], async (environment, file) => {
  const links = parse(readFileSync(file, "utf8"));
  const gone = await goneOf(links);
  const today = new Date(environment.SITE_TODAY ?? Date.now());
  const day = today.toISOString().slice(0, 10);
  await new Api(environment).upsertIssue(ISSUE, (before) => {
    /** @type {Record<string, string>} */
    const firsts = Object.fromEntries(JSON.parse(MEMORY.exec(before)?.[1] ?? "[]"));
    const days = gone.map((link) => ({ ...link, since: firsts[link.url] ?? day }));
    const entries = days.slice(0, REMEMBERED).map(({ url, since }) => [url, since]);
    const memory = entries.length === 0 ? "" : `gone: ${JSON.stringify(entries)}`;
    const twice = days.filter(({ since }) => today.getTime() - Date.parse(since) >= APART_MILLISECONDS);
    if (twice.length === 0) return { text: "Nothing is gone.", state: "closed", memory };
    const lines = twice.map(
      ({ url, places, since }) => `- ${inline(url)} in ${places.map(inline).join(", ")}, gone since ${since}`,
    );
    const words =
      "Each was answered with 404 or 410 twice, days apart. A source that is gone leaves a claim without one: name another, or take the claim out.";
    return { text: `${words}\n\n${lines.join("\n")}\n`, state: "open", memory };
  });
  return `asked ${links.length} addresses, ${gone.length} are gone`;
});

/** @param {string} list @returns {Link[]} */
function parse(list) {
  const links = [];
  for (const line of list.split("\n").filter(Boolean)) {
    const [url = "", places = ""] = line.split("\t");
    if (!URL.canParse(url) || places === "") {
      throw new Refusal(`expected an address, a tab and its places, found ${JSON.stringify(line)}`);
    }
    if (!PLACEHOLDER.test(new URL(url).hostname)) links.push({ url, places: places.split(" ") });
  }
  return links.slice(0, ADDRESSES);
}

/** The links that are gone. Requests to the same site are sequential. @param {Link[]} links */
async function goneOf(links) {
  /** @type {Map<string, Link[]>} */
  const sites = new Map();
  for (const link of links) {
    const { host } = new URL(link.url);
    sites.set(host, [...(sites.get(host) ?? []), link]);
  }
  /** @type {Set<Link>} */
  const gone = new Set();
  const check = async (/** @type {Link[]} */ site) => {
    for (const link of site) if (await isGone(link.url)) gone.add(link);
  };
  await Promise.all([...sites.values()].map(check));
  return links.filter((link) => gone.has(link));
}

/** Returns true if a site says that the page doesn't exist. @param {string} url */
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

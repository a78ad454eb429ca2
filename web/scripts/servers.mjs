// The servers that browser tests and budgets visit: the addresses in SITE_URL and FIXTURE_URL, or servers that
// `cargo site` builds and starts.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** @typedef {{ SITE_URL: string, FIXTURE_URL: string }} Urls */

const cwd = fileURLToPath(new URL("../..", import.meta.url));
/** Milliseconds: the first run compiles everything. */
const timeout = 20 * 60 * 1000;

export const servers = [
  server("SITE_URL", "127.0.0.1:8180", []),
  server("FIXTURE_URL", "127.0.0.1:8181", ["--fixture"]),
];

/**
 * @param {keyof Urls} variable
 * @param {string} address
 * @param {string[]} options
 */
function server(variable, address, options) {
  const given = process.env[variable];
  const arguments_ = ["site", "serve", "--addr", address, ...options];
  return {
    variable,
    url: given ?? `http://${address}`,
    isGiven: given !== undefined,
    arguments_,
    cwd,
    timeout,
  };
}

/**
 * @template T
 * @param {(urls: Urls) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withServers(work) {
  /** @type {import("node:child_process").ChildProcess[]} */
  const started = [];
  try {
    for (const { isGiven, url, arguments_ } of servers) {
      if (isGiven) continue;
      if (await answers(url)) throw new Error(`expected no server at ${url}; end it`);
      const child = spawn("cargo", arguments_, { cwd, stdio: ["ignore", 2, "inherit"] });
      started.push(child);
      while (!(await answers(url))) {
        if (child.exitCode !== null) throw new Error(`\`cargo ${arguments_.join(" ")}\` failed`);
        await new Promise((next) => setTimeout(next, 200));
      }
    }
    const [site, fixture] = servers.map(({ url }) => url);
    return await work({ SITE_URL: site ?? "", FIXTURE_URL: fixture ?? "" });
  } finally {
    for (const child of started) {
      if (child.exitCode === null && child.kill()) await once(child, "exit");
    }
  }
}

/** @param {string} url */
async function answers(url) {
  const response = await fetch(url).catch(() => undefined);
  await response?.body?.cancel();
  return response !== undefined;
}

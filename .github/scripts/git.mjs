// Runs Git with a list of parameters, so that text by strangers never reaches a shell.

import { spawnSync } from "node:child_process";

const OUTPUT_BYTES = 200_000_000;
const MILLISECONDS = 120_000;

/** All files except content and its snapshots. If any of these has changed, code has. */
export const BUT_CONTENT = [":(top)", ":(top,exclude)content", ":(top,exclude,glob)**/snapshots/**/*.snap"];

/** Returns Git's output, or throws an error if Git fails. @param {string[]} parameters @param {NodeJS.ProcessEnv} [environment] */
export function git(parameters, environment = process.env) {
  const run = spawnSync("git", parameters, {
    env: environment,
    encoding: "utf8",
    maxBuffer: OUTPUT_BYTES,
    timeout: MILLISECONDS,
  });
  if (run.error) throw run.error;
  if (run.status !== 0) throw new Error(`git ${parameters[0]} failed: ${run.stderr.trim()}`);
  return run.stdout;
}

/** Fetches refs from GitHub, without the token in a file or a process list. @param {string[]} refs */
export function fetchRefs(...refs) {
  const { GITHUB_TOKEN: token, GITHUB_SERVER_URL: server } = process.env;
  const basic = Buffer.from(`x-access-token:${token}`).toString("base64");
  git(["fetch", "--quiet", "--no-tags", "origin", ...refs], {
    ...process.env,
    GIT_TERMINAL_PROMPT: "0",
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: `http.${server}/.extraheader`,
    GIT_CONFIG_VALUE_0: `AUTHORIZATION: basic ${basic}`,
  });
}

/** Fetches the head commit of a pull request without checking it out. @param {number} number */
export function headOf(number) {
  fetchRefs(`refs/pull/${number}/head`);
  return git(["rev-parse", "FETCH_HEAD"]).trim();
}

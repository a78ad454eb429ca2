// Git, called with a list of parameters: nothing a stranger wrote ever reaches a shell.

import { spawnSync } from "node:child_process";

const OUTPUT_BYTES = 200_000_000;
const MILLISECONDS = 120_000;

/** All files but content, and the snapshots that follow from it: where these have changed, code has. */
export const BUT_CONTENT = [":(top)", ":(top,exclude)content", ":(top,exclude,glob)**/snapshots/**/*.snap"];

const NAME = "github-actions[bot]";
const EMAIL = "41898282+github-actions[bot]@users.noreply.github.com";
/** Who commits what a workflow changes. */
export const BOT = {
  GIT_AUTHOR_NAME: NAME,
  GIT_AUTHOR_EMAIL: EMAIL,
  GIT_COMMITTER_NAME: NAME,
  GIT_COMMITTER_EMAIL: EMAIL,
};

/**
 * What Git prints; an error where it fails.
 * @param {string} folder
 * @param {string[]} parameters
 * @param {NodeJS.ProcessEnv} [environment]
 * @param {string} [input]
 */
export function git(folder, parameters, environment = process.env, input = undefined) {
  const run = spawnSync("git", parameters, {
    cwd: folder,
    env: environment,
    input,
    encoding: "utf8",
    maxBuffer: OUTPUT_BYTES,
    timeout: MILLISECONDS,
  });
  if (run.error) throw run.error;
  if (run.status !== 0) throw new Error(`git ${parameters[0]} failed: ${run.stderr.trim()}`);
  return run.stdout;
}

/**
 * The commit at which a ref of the repository on GitHub stands, fetched but not checked out.
 * @param {string} folder
 * @param {string} ref
 * @param {NodeJS.ProcessEnv} environment
 * @param {string[]} how
 */
export function fetched(folder, ref, environment, ...how) {
  git(folder, ["fetch", "--quiet", "--no-tags", ...how, "origin", ref], credentials(environment));
  return git(folder, ["rev-parse", "FETCH_HEAD"]).trim();
}

/**
 * The environment in which Git may reach the repository: the token is in no file and in no list of processes.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {NodeJS.ProcessEnv}
 */
export function credentials(environment) {
  const basic = Buffer.from(`x-access-token:${environment.GITHUB_TOKEN}`).toString("base64");
  return {
    ...process.env,
    GIT_TERMINAL_PROMPT: "0",
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: `http.${environment.GITHUB_SERVER_URL}/.extraheader`,
    GIT_CONFIG_VALUE_0: `AUTHORIZATION: basic ${basic}`,
  };
}

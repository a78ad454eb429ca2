// Git, called with a list of parameters: nothing a stranger wrote ever reaches a shell.

import { spawnSync } from "node:child_process";

const OUTPUT_BYTES = 200_000_000;
const MILLISECONDS = 120_000;

/** Who commits what a workflow changes. */
export const BOT = Object.fromEntries(
  ["AUTHOR", "COMMITTER"].flatMap((who) => [
    [`GIT_${who}_NAME`, "github-actions[bot]"],
    [`GIT_${who}_EMAIL`, "41898282+github-actions[bot]@users.noreply.github.com"],
  ]),
);

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

/** The commit at which a ref of the repository on GitHub stands, fetched but not checked out. */
export function fetched(folder, ref, environment, ...how) {
  git(folder, ["fetch", "--quiet", "--no-tags", ...how, "origin", ref], credentials(environment));
  return git(folder, ["rev-parse", "FETCH_HEAD"]).trim();
}

/** The environment in which Git may reach the repository: the token is in no file and in no list of processes. */
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

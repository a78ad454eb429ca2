// Commits the snapshots that the run has taken to main, and nothing else, by the deploy key that main's ruleset lets through:
// `snapshots-push.mjs FILE`.
//
// Runs main's code beside the key, and nothing that npm or Cargo have fetched. What the run has taken is data: each file has to be
// a snapshot in its place, and the commit is made of main's own tree and of these.

import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { knownHosts, Refusal, run } from "./api.mjs";
import { BOT, git } from "./git.mjs";
import { BYTES, parse, tree } from "./snapshots.mjs";

/** @typedef {import("./api.mjs").Environment} Environment */

await run(async (environment) => {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Refusal("expected the file of the job before, found no argument");
  const { size } = statSync(file);
  if (size > BYTES) throw new Refusal(`expected at most ${BYTES} bytes in ${file}, found ${size}`);
  const files = parse(readFileSync(file, "utf8"));
  if (files.length === 0) return "every snapshot is exact";

  const names = files.map(({ path }) => path).join(", ");
  const stale = `${files.length} snapshot${files.length === 1 ? " is" : "s are"} older than the content`;
  const { SNAPSHOTS_KEY: key } = environment;
  if (key === undefined || key === "") {
    throw new Refusal(
      `${stale}, and the environment \`snapshots\` has no secret SNAPSHOTS_KEY to push with: ${names}. Run \`cargo site test --accept\` on a branch, and propose what it writes`,
    );
  }

  const folder = process.cwd();
  const scratch = mkdtempSync(join(tmpdir(), "snapshots-"));
  const head = git(folder, ["rev-parse", "HEAD"]).trim();
  const made = tree(folder, head, files, join(scratch, "index"));
  const body = `Made by the program of ${head} from its content.`;
  const message = ["-m", "Take the snapshots again", "-m", body];
  const commit = git(folder, ["commit-tree", made, "-p", head, ...message], {
    ...process.env,
    ...BOT,
  }).trim();

  const { hostname } = new URL(environment.GITHUB_SERVER_URL ?? "");
  const address = `git@${hostname}:${environment.GITHUB_REPOSITORY}.git`;
  const withKey = await keyed(environment, hostname, key, scratch);
  try {
    git(folder, ["push", "--quiet", address, `${commit}:refs/heads/main`], withKey);
  } catch (error) {
    console.error(error);
    throw new Refusal(
      `${stale}, and main takes no push: it has moved meanwhile, and then the next run takes them; or its rules do not let the deploy key through`,
    );
  }
  return `${stale}: taken again as ${commit}`;
});

/**
 * The environment in which Git pushes by the key, to a host that has one of the keys that GitHub's API names.
 * @param {Environment} environment
 * @param {string} hostname
 * @param {string} key
 * @param {string} scratch a folder for the key
 * @returns {Promise<Environment>}
 */
async function keyed(environment, hostname, key, scratch) {
  const known = join(scratch, "known_hosts");
  writeFileSync(known, await knownHosts(environment, hostname));
  const identity = join(scratch, "key");
  writeFileSync(identity, `${key.trim()}\n`, { mode: 0o600 });

  const { SNAPSHOTS_KEY: _, GITHUB_TOKEN: __, ...others } = environment;
  const options = ["IdentitiesOnly=yes", "StrictHostKeyChecking=yes", `UserKnownHostsFile='${known}'`];
  return {
    ...others,
    GIT_SSH_COMMAND: `ssh -i '${identity}' ${options.map((option) => `-o ${option}`).join(" ")}`,
  };
}

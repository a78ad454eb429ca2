// Commits the snapshots that the run has taken to main, and nothing else, by the deploy key that main's ruleset lets through:
// `snapshots-push.mjs PATCH`.
//
// Runs only main's code next to the key, and no package. The patch is data: Git applies it to main's own tree, without a checkout, and
// every file that it changes has to be a plain snapshot in its place.

import { mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { knownHosts, Refusal, run } from "./api.mjs";
import { BOT, git } from "./git.mjs";

/** @typedef {import("./api.mjs").Environment} Environment */

const BYTES = 20_000_000;
/** The pattern takes time with the square of a path's length, and all of our paths are shorter. */
const PATH_CHARACTERS = 250;
const PATH =
  /^(?:site-content\/tests\/snapshots\/fees__|site-server\/tests\/snapshots\/(?:pages\/)?)[A-Za-z0-9_][A-Za-z0-9_.-]*\.snap$/;
const PLAIN_FILE = "100644";
const DELETED = "000000";

await run(async (environment) => {
  const [patch] = process.argv.slice(2);
  if (patch === undefined) throw new Refusal("expected the patch of the job before, found no argument");
  const { size } = statSync(patch);
  if (size > BYTES) throw new Refusal(`expected at most ${BYTES} bytes in ${patch}, found ${size}`);
  if (size === 0) return "every snapshot is exact";

  const folder = process.cwd();
  const scratch = mkdtempSync(join(tmpdir(), "snapshots-"));
  const head = git(folder, ["rev-parse", "HEAD"]).trim();
  const { tree, paths } = apply(folder, head, resolve(patch), join(scratch, "index"));
  const stale = `${paths.length} snapshot${paths.length === 1 ? " is" : "s are"} older than the content`;
  const { SNAPSHOTS_KEY: key } = environment;
  if (key === undefined || key === "") {
    throw new Refusal(
      `${stale}, and the environment \`snapshots\` has no secret SNAPSHOTS_KEY to push with: ${paths.join(", ")}. Run \`cargo site test --accept\` on a branch, and propose what it writes`,
    );
  }

  const body = `Made by the program of ${head} from its content.`;
  const message = ["-m", "Take the snapshots again", "-m", body];
  const commit = git(folder, ["commit-tree", tree, "-p", head, ...message], {
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
 * The tree of a commit with a patch, and the paths that the patch changes. Git keeps it in an index meanwhile.
 * @param {string} folder
 * @param {string} head
 * @param {string} patch
 * @param {string} index
 */
function apply(folder, head, patch, index) {
  const environment = { ...process.env, GIT_INDEX_FILE: index };
  git(folder, ["read-tree", head], environment);
  git(folder, ["apply", "--cached", "--whitespace=nowarn", patch], environment);
  const listed = git(folder, ["diff", "--cached", "--raw", "--no-renames", "-z", head], environment);
  const paths = [];
  // Two fields for each file: its modes, blobs and status, then its path.
  const fields = listed.split("\0");
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = ""] = (fields[at] ?? "").split(" ");
    const path = fields[at + 1] ?? "";
    if (!isSnapshot(path) || (mode !== PLAIN_FILE && mode !== DELETED)) {
      throw new Refusal(
        `expected only plain files with snapshots of the site's own content, found ${JSON.stringify(path)} with mode ${mode}`,
      );
    }
    paths.push(path);
  }
  return { tree: git(folder, ["write-tree"], environment).trim(), paths };
}

/** @param {string} path */
function isSnapshot(path) {
  return path.length <= PATH_CHARACTERS && PATH.test(path) && !path.includes("..");
}

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

// Commits only the snapshots from this run to main, with the deploy key that main's ruleset allows:
// `with-keys.sh snapshots-push.mjs PATCH`.
//
// Only main's code runs with access to the key, and no packages. The patch is data: Git applies it to main's own tree, without a checkout, and
// every file that it changes must be a regular snapshot file at its expected path.

import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Refusal, run } from "./api.mjs";
import { git } from "./git.mjs";

/** The account that commits. */
const NAME = "github-actions[bot]";
const EMAIL = "41898282+github-actions[bot]@users.noreply.github.com";
const BYTES = 20_000_000;
/** The longest path. The pattern's time grows with the square of the length, and all of our paths are shorter. */
const PATH_CHARACTERS = 250;
const PATH =
  /^(?:site-content\/tests\/snapshots\/fees__|site-server\/tests\/snapshots\/(?:pages\/)?)[A-Za-z0-9_][A-Za-z0-9_.-]*\.snap$/;
const PLAIN_FILE = "100644";
const DELETED = "000000";

await run(["PATCH"], async (environment, patch) => {
  const { size } = statSync(patch);
  if (size > BYTES) throw new Refusal(`expected at most ${BYTES} bytes in ${patch}, found ${size}`);
  if (size === 0) return "every snapshot is exact";

  const head = git(["rev-parse", "HEAD"]).trim();
  const { tree, paths } = apply(head, resolve(patch));
  const stale = `${paths.length} snapshot${paths.length === 1 ? " is" : "s are"} older than the content`;
  if (environment.GIT_KEY === undefined) {
    throw new Refusal(
      `${stale}, and the environment \`snapshots\` has no secret SNAPSHOTS_KEY to push with: ${paths.join(", ")}. Run \`cargo site test --accept\` on a branch, and propose what it writes`,
    );
  }

  const message = [
    "-m",
    "Take the snapshots again",
    "-m",
    `Made by the program of ${head} from its content.`,
  ];
  const as = ["-c", `user.name=${NAME}`, "-c", `user.email=${EMAIL}`];
  const commit = git([...as, "commit-tree", tree, "-p", head, ...message]).trim();
  const { hostname } = new URL(environment.GITHUB_SERVER_URL ?? "");
  const address = `git@${hostname}:${environment.GITHUB_REPOSITORY}.git`;
  try {
    git(["push", "--quiet", address, `${commit}:refs/heads/main`]);
  } catch (error) {
    console.error(error);
    throw new Refusal(
      `${stale}, and main takes no push: it has moved meanwhile, and then the next run takes them; or its rules do not let the deploy key through`,
    );
  }
  return `${stale}: taken again as ${commit}`;
});

/**
 * The tree of a commit with a patch, and the paths that the patch changes. Uses a temporary index.
 * @param {string} head @param {string} patch
 */
function apply(head, patch) {
  const environment = {
    ...process.env,
    GIT_INDEX_FILE: join(mkdtempSync(join(tmpdir(), "snapshots-")), "index"),
  };
  git(["read-tree", head], environment);
  git(["apply", "--cached", "--whitespace=nowarn", patch], environment);
  const listed = git(["diff", "--cached", "--raw", "--no-renames", "-z", head], environment);
  const paths = [];
  // Two fields per file: its modes, blobs and status, then its path.
  const fields = listed.split("\0");
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = ""] = (fields[at] ?? "").split(" ");
    const path = fields[at + 1] ?? "";
    const isSnapshot = path.length <= PATH_CHARACTERS && PATH.test(path) && !path.includes("..");
    if (!isSnapshot || (mode !== PLAIN_FILE && mode !== DELETED)) {
      throw new Refusal(
        `expected only plain files with snapshots of the site's own content, found ${JSON.stringify(path)} with mode ${mode}`,
      );
    }
    paths.push(path);
  }
  return { tree: git(["write-tree"], environment).trim(), paths };
}

// Has main's own program take the snapshots of main's content again, and writes the difference as a patch: `snapshots-take.mjs PATCH`. Has
// no rights and no secrets, since it runs packages of npm and Cargo.
//
// Before, it goes back to the last commit that changed more than content. That one was tested strictly, so its snapshots have to
// be what its program makes of its content. Where they are not, code has changed pages unseen: then nothing is taken.

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { Refusal, run } from "./api.mjs";
import { BUT_CONTENT, git } from "./git.mjs";

/** The snapshots of the site's own content. */
const SNAPSHOTS = ["site-content/tests/snapshots/fees__*.snap", "site-server/tests/snapshots/*.snap"];

await run(() => {
  const [patch] = process.argv.slice(2);
  if (patch === undefined) throw new Refusal("expected the name of a patch to write, found no argument");
  const folder = process.cwd();
  const head = git(folder, ["rev-parse", "HEAD"]).trim();
  const ofMain = ["log", "--first-parent", "--max-count=1", "--format=%H", head, "--", ...BUT_CONTENT];
  const last = git(folder, ofMain).trim();

  git(folder, ["checkout", "--quiet", "--detach", last]);
  const compared = site(folder, "snapshots", "--check");
  git(folder, ["checkout", "--quiet", "--detach", head]);
  if (compared === 1) {
    const subject = git(folder, ["show", "--no-patch", "--format=%s", last]).trim();
    throw new Refusal(
      `expected the snapshots of ${last} (${subject}), the last commit that changed more than content, to be what its program makes of its content, found others: code has changed pages without their snapshots. Run \`cargo site test --accept\`, read each difference, and propose them`,
    );
  }
  if (compared !== 0) throw new Refusal(`the snapshots of ${last} can't be compared; the log says why`);

  if (site(folder, "snapshots") !== 0) throw new Refusal("the snapshots can't be taken; the log says why");
  // New snapshots are part of a difference only once Git knows them.
  git(folder, ["add", "--all"]);
  /** @param {string[]} options */
  const difference = (...options) =>
    git(folder, ["diff", "--cached", "--no-renames", ...options, head, "--", ...SNAPSHOTS]);
  writeFileSync(patch, difference("--binary", "--full-index"));
  return `stale snapshots of ${head}:\n${difference("--name-only")}`;
});

/**
 * Runs `cargo site`, and returns its exit status.
 * @param {string} folder
 * @param {string[]} parameters
 */
function site(folder, ...parameters) {
  const { status, error } = spawnSync("cargo", ["site", ...parameters], { cwd: folder, stdio: "inherit" });
  if (error) throw error;
  return status;
}

// Updates the snapshots of main's content with main's own program, and writes the difference as a patch: `snapshots-take.mjs PATCH`. Has no
// permissions and no secrets, because it runs packages from npm and Cargo.
//
// First, it checks the last commit that changed more than content. That commit was tested strictly, so its snapshots must match the output of
// its program. If they don't, code has changed pages without review, and no snapshots are taken.

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { Refusal, run } from "./api.mjs";
import { BUT_CONTENT, git } from "./git.mjs";

/** The snapshots of the site's own content. */
const SNAPSHOTS = ["site-content/tests/snapshots/fees__*.snap", "site-server/tests/snapshots/*.snap"];

await run(["PATCH"], (_, patch) => {
  const head = git(["rev-parse", "HEAD"]).trim();
  const ofMain = ["log", "--first-parent", "--max-count=1", "--format=%H", head, "--", ...BUT_CONTENT];
  const last = git(ofMain).trim();

  git(["checkout", "--quiet", "--detach", last]);
  const compared = site("snapshots", "--check");
  git(["checkout", "--quiet", "--detach", head]);
  if (compared === 1) {
    const subject = git(["show", "--no-patch", "--format=%s", last]).trim();
    throw new Refusal(
      `expected the snapshots of ${last} (${subject}), the last commit that changed more than content, to be what its program makes of its content, found others: code has changed pages without their snapshots. Run \`cargo site test --accept\`, read each difference, and propose them`,
    );
  }
  if (compared !== 0) throw new Refusal(`the snapshots of ${last} can't be compared; the log says why`);

  if (site("snapshots") !== 0) throw new Refusal("the snapshots can't be taken; the log says why");
  // Git includes new snapshots in a difference only after they are added.
  git(["add", "--all"]);
  /** @param {string[]} options */
  const difference = (...options) =>
    git(["diff", "--cached", "--no-renames", ...options, head, "--", ...SNAPSHOTS]);
  writeFileSync(patch, difference("--binary", "--full-index"));
  return `stale snapshots of ${head}:\n${difference("--name-only")}`;
});

/** Runs `cargo site`, and returns its exit status. @param {string[]} parameters */
function site(...parameters) {
  const { status, error } = spawnSync("cargo", ["site", ...parameters], { stdio: "inherit" });
  if (error) throw error;
  return status;
}

// Has main's own program take the snapshots of main's content again, and writes those that differ into a folder:
// `snapshots-take.mjs FOLDER`. Has no rights and no secrets, since it runs what npm and Cargo fetch.
//
// Before, it goes back to the last commit that changed more than content. That one was tested strictly, so its snapshots have to
// be what its program makes of its content. Where they are not, code has changed pages unseen: then nothing is taken.

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Refusal, run } from "./api.mjs";
import { BUT_CONTENT, git } from "./git.mjs";
import { collect, SNAPSHOTS_FILE } from "./snapshots.mjs";

await run(() => {
  const [out] = process.argv.slice(2);
  if (out === undefined) throw new Refusal("expected a folder to write into, found no argument");
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
  const found = collect(folder);
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, SNAPSHOTS_FILE), JSON.stringify(found));
  return `${found.length} snapshots of ${head} were stale`;
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

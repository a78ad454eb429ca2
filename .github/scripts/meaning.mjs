// What a pull request means, in the words of main's own program. It reads the content of both sides as Git objects: nothing of
// the pull request is checked out, and no code of it runs.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { Refusal } from "./api.mjs";
import { git } from "./git.mjs";
import { inline } from "./text.mjs";

/** The default branch's program, where .github/actions/site leaves it. */
const PROGRAM = "target/kept/site";
const MILLISECONDS = 60_000;
const OUTPUT_BYTES = 10_000_000;

/** More than this is not read: a stranger may propose content of any size. */
const FILES = 20_000;
const BYTES = 500_000_000;

/** What else a pull request changes than words: its check then ran that code. */
const BUT_CONTENT = [":(top)", ":(top,exclude)content", ":(top,exclude,glob)**/snapshots/**/*.snap"];

/** How the program begins what a change means. */
export const TITLE = "## What this change means\n";

/**
 * What the check says of a commit, and how the commit differs from where it left the branch that it is for: whether there are
 * `errors`, their `counts`, the `problems`, how the content `differs`, and whether `code` does, too.
 */
export function meaning(folder, base, head) {
  const start = git(folder, ["merge-base", base, head]).trim();
  for (const commit of [start, head]) bounded(folder, commit);
  const check = site(folder, ["check", "--format", "plain", "--base", start, "--head", head]);
  if (![0, 1].includes(check.status)) throw new Refusal(problem(check));
  const code = git(folder, ["diff", "--name-only", "--no-renames", start, head, "--", ...BUT_CONTENT]);
  const lines = check.stdout.trimEnd().split("\n");
  const errors = check.status === 1;
  return {
    errors,
    counts: lines.pop(),
    problems: lines.join("\n").trim(),
    differs: errors ? "What it means is shown once it has no errors.\n" : difference(folder, start, head),
    code: code !== "",
  };
}

/** How content without errors differs, without the title. */
function difference(folder, start, head) {
  const diff = site(folder, ["diff", start, "--head", head]);
  if (diff.status !== 0) return `It can't be compared: ${inline(problem(diff))}\n`;
  return diff.stdout.startsWith(TITLE) ? diff.stdout.slice(TITLE.length).trimStart() : diff.stdout;
}

/** Why the program could not do what it was asked. */
function problem({ stderr }) {
  return stderr.trim().replace(/^error: /, "");
}

/** Refuses content that is too much to be read. */
function bounded(folder, commit) {
  const sizes = git(folder, ["ls-tree", "-r", "--format=%(objectsize:padded)", commit, "--", "content/"])
    .split("\n")
    .filter((line) => line.trim() !== "")
    // Of what is no file it is a hyphen; the program refuses that.
    .map((size) => Number(size) || 0);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (sizes.length > FILES || bytes > BYTES) {
    throw new Refusal(
      `expected content of at most ${FILES} files and ${BYTES} bytes, found ${sizes.length} files and ${bytes} bytes`,
    );
  }
}

function site(folder, parameters) {
  const { GITHUB_TOKEN: _, ...environment } = process.env;
  const run = spawnSync(join(folder, PROGRAM), parameters, {
    cwd: folder,
    env: environment,
    encoding: "utf8",
    timeout: MILLISECONDS,
    maxBuffer: OUTPUT_BYTES,
  });
  if (run.error?.code === "ETIMEDOUT" || run.error?.code === "ENOBUFS") {
    throw new Refusal(
      `the content takes longer to read than ${MILLISECONDS / 1000} s, or has too much to say`,
    );
  }
  if (run.error) throw run.error;
  return run;
}

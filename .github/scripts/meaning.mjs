// Describes a pull request with main's own program, which reads the content of both sides as Git objects. Nothing from the pull request is
// checked out, and none of its code runs.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { Refusal } from "./api.mjs";
import { BUT_CONTENT, git } from "./git.mjs";
import { inline } from "./text.mjs";

/** The folder of main's programs: .github/actions/site/program.sh. */
const PROGRAMS = "target/kept";
const MILLISECONDS = 60_000;
const OUTPUT_BYTES = 10_000_000;

/** The most files to read, because a stranger may propose any amount of content. */
const FILES = 20_000;
const BYTES = 500_000_000;

/** The first line of the program's description of a change. */
export const TITLE = "## What this change means\n";

/**
 * Checks a commit, and describes how it differs from its merge base with the target branch.
 * @param {string} base @param {string} head
 */
export function meaning(base, head) {
  const start = git(["merge-base", base, head]).trim();
  for (const commit of [start, head]) bounded(commit);
  const check = checked("plain", base, head);
  const code = git(["diff", "--name-only", "--no-renames", start, head, "--", ...BUT_CONTENT]);
  const lines = check.stdout.trimEnd().split("\n");
  const errors = check.status === 1;
  /** @type {import("./suggestions.mjs").Finding[]} */
  const findings = JSON.parse(checked("json", base, head).stdout).diagnostics;
  return {
    errors,
    /** The sentence with the numbers of problems. */
    counts: lines.pop() ?? "",
    problems: lines.join("\n").trim(),
    findings,
    /** The description of the content's change. */
    differs: errors ? "What it means is shown once it has no errors.\n" : difference(start, head),
    /** True if files other than content have changed. */
    code: code !== "",
  };
}

/** @param {string} format @param {string} base @param {string} head */
function checked(format, base, head) {
  const check = runProgram("site", ["check", "--format", format, "--base", base, "--head", head]);
  if (check.status !== 0 && check.status !== 1) throw new Refusal(problem(check));
  return check;
}

/**
 * The difference between two commits whose content has no errors, without the title.
 * @param {string} start @param {string} head
 */
function difference(start, head) {
  const diff = runProgram("site", ["diff", start, "--head", head]);
  if (diff.status !== 0) return `It can't be compared: ${inline(problem(diff))}\n`;
  return diff.stdout.startsWith(TITLE) ? diff.stdout.slice(TITLE.length).trimStart() : diff.stdout;
}

/** The program's own message about why it failed. @param {{ stderr: string }} run */
function problem({ stderr }) {
  return stderr.trim().replace(/^error: /, "");
}

/** Refuses content that is too large to read. @param {string} commit */
export function bounded(commit) {
  const listed = git(["ls-tree", "-r", "--format=%(objectsize:padded)", commit, "--", "content/"]);
  // The size of an entry that isn't a file is a hyphen. The program refuses such an entry.
  const sizes = listed.split("\n").map((size) => Number(size) || 0);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (sizes.length > FILES || bytes > BYTES) {
    throw new Refusal(
      `expected content of fewer than ${FILES} files and at most ${BYTES} bytes, found ${sizes.length - 1} files and ${bytes} bytes`,
    );
  }
}

/**
 * Runs one of main's programs, without the token.
 * @param {"site" | "site-ops"} program @param {string[]} parameters
 * @param {number} [milliseconds] the timeout
 */
export function runProgram(program, parameters, milliseconds = MILLISECONDS) {
  const { GITHUB_TOKEN: _, ...environment } = process.env;
  const run = spawnSync(join(PROGRAMS, program), parameters, {
    env: environment,
    encoding: "utf8",
    timeout: milliseconds,
    maxBuffer: OUTPUT_BYTES,
  });
  const error = /** @type {NodeJS.ErrnoException | undefined} */ (run.error);
  if (error?.code === "ETIMEDOUT" || error?.code === "ENOBUFS") {
    throw new Refusal(
      `the content takes longer to read than ${milliseconds / 1000} s, or has too much to say`,
    );
  }
  if (error) throw error;
  return run;
}

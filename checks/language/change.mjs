// Finds a change's added lines and the subjects of its commits, with Git.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { SUBJECT_LENGTH, VERBS } from "./patterns.mjs";

/**
 * Runs Git with fixed settings, because a person's settings could change its output.
 *
 * @param {string} root
 * @param {string[]} parameters
 * @returns {string | undefined} the output, or undefined if it failed
 */
export function git(root, parameters) {
  const fixed = [
    "-c",
    "core.quotePath=false",
    "-c",
    "log.showSignature=false",
    "-c",
    "diff.mnemonicPrefix=false",
    "-c",
    "diff.noprefix=false",
  ];
  const run = spawnSync("git", ["-C", root, ...fixed, ...parameters], {
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  return run.status === 0 ? run.stdout : undefined;
}

/**
 * The start of a change: the merge base of HEAD and a revision, or else main. Undefined if neither branch exists.
 *
 * @param {string} root
 * @param {string | undefined} revision
 */
export function mergeBase(root, revision) {
  // GitHub writes zeros for the commit before the first push to a branch.
  const names = revision === undefined || /^0*$/.test(revision) ? ["origin/main", "main"] : [revision];
  for (const name of names) {
    const base = git(root, ["merge-base", name, "HEAD"]);
    if (base !== undefined) return base.trim();
  }
  return undefined;
}

/**
 * The numbers of the lines that a change adds, by file. A line that was only moved isn't added: the change removes the same text
 * elsewhere.
 *
 * @param {string} root
 * @param {string} base
 * @returns {Map<string, Set<number>>}
 */
export function addedLines(root, base) {
  const diff =
    git(root, ["diff", "--no-color", "--no-ext-diff", "--unified=0", "--find-renames", base]) ?? "";
  /** @type {{ path: string, line: number, text: string }[]} */
  const added = [];
  /** @type {Map<string, number>} */
  const removed = new Map();
  let path = "";
  let line = 0;
  let isHunk = false;
  for (const row of diff.split("\n")) {
    const hunk = /^@@ -\S+ \+(\d+)/.exec(row);
    if (row.startsWith("diff --git ")) {
      isHunk = false;
    } else if (!isHunk && row.startsWith("+++ ")) {
      path = row.slice(4).replace(/\t$/, "").replace(/^b\//, "");
    } else if (hunk !== null) {
      isHunk = true;
      line = Number(hunk[1]);
    } else if (isHunk && row.startsWith("+")) {
      added.push({ path, line, text: row.slice(1).trim() });
      line += 1;
    } else if (isHunk && row.startsWith("-")) {
      const text = row.slice(1).trim();
      removed.set(text, (removed.get(text) ?? 0) + 1);
    }
  }
  for (const file of (git(root, ["ls-files", "-z", "--others", "--exclude-standard"]) ?? "").split("\0")) {
    if (file === "") continue;
    readFileSync(`${root}/${file}`, "utf8")
      .split("\n")
      .forEach((text, index) => {
        added.push({ path: file, line: index + 1, text: text.trim() });
      });
  }

  /** @type {Map<string, Set<number>>} */
  const lines = new Map();
  for (const { path, line, text } of added) {
    const moved = removed.get(text) ?? 0;
    if (moved > 0) {
      removed.set(text, moved - 1);
      continue;
    }
    const known = lines.get(path) ?? new Set();
    lines.set(path, known.add(line));
  }
  return lines;
}

/**
 * The commits since a base with their subjects, newest first. Leaves out merges, and commits that only change content and snapshots,
 * whose subjects editors write in GitHub's forms.
 *
 * @param {string} root
 * @param {string} base
 * @returns {{ commit: string, subject: string }[]}
 */
export function subjectsSince(root, base) {
  const code = [".", ":!content", ":!**/snapshots/**"];
  const log = git(root, ["log", "--no-merges", "--format=%h %s", `${base}..HEAD`, "--", ...code]) ?? "";
  const rows = log.split("\n").filter((row) => row !== "");
  return rows.map((row) => ({
    commit: row.slice(0, row.indexOf(" ")),
    subject: row.slice(row.indexOf(" ") + 1),
  }));
}

/**
 * The errors in a commit's subject, except phrases.
 *
 * @param {string} subject
 * @returns {string[]}
 */
export function subjectErrors(subject) {
  const errors = [];
  // Dependabot and GitHub's Revert button write subjects without a limit.
  const isWrittenByHand = !/^(?:Bump|Revert) /.test(subject);
  if (isWrittenByHand && subject.length > SUBJECT_LENGTH) {
    errors.push(`expected a subject of at most ${SUBJECT_LENGTH} characters, found ${subject.length}`);
  }
  const verb = /^[\w-]+/.exec(subject)?.[0] ?? "";
  if (!VERBS.includes(verb)) {
    errors.push(`expected a subject that begins with one of ${VERBS.join(", ")}, found "${verb}"`);
  }
  return errors;
}

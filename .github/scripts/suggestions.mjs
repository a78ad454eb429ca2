// Fixes that main's program knows, as suggestions at their lines of a pull request: pressing one commits it.
//
// GitHub takes a suggestion only for lines that the pull request shows, and refuses all of a review where one is elsewhere. Fixes of
// other lines are shown in the comment.

import { createHash } from "node:crypto";
import { Failure, isOurs } from "./api.mjs";
import { git } from "./git.mjs";
import { fenced, inline } from "./text.mjs";

/** @typedef {{ file: string, start: number, end: number, text: string }} Edit in bytes of the file */
/**
 * A problem with a fix, as `site check --format json` reports it.
 * @typedef {{ file: string, code: string, origin: string, message: string, fix: { edits: Edit[] } | null }} Finding
 */
/** @typedef {NonNullable<ReturnType<typeof suggestion>>} Suggestion */

const UNPROCESSABLE = 422;
/** More are not made at a time, nor shown in the comment. */
const MOST = 10;
const MOST_LINES = 20;
const MOST_CHARACTERS = 4_000;
/** A name that each of ours begins with, so that it is not made again. */
const NAME = /^<!-- site: suggestion ([0-9a-f]{16}) -->\n/;

/**
 * Makes the suggestions that the pull request does not have yet, and says in Markdown which fixes there are.
 * @param {import("./api.mjs").Api} api @param {import("./api.mjs").PullRequest} pull @param {Finding[]} findings
 */
export async function suggest(api, pull, findings) {
  const found = suggestions(findings, (file) => git(["cat-file", "blob", `${pull.head.sha}:${file}`]));
  if (found.length === 0) return "";
  /** @type {{ filename: string, patch?: string }[]} */
  const files = await api.list(`/pulls/${pull.number}/files`);
  // GitHub's own word on where it takes a comment. A file with too much to show has no patch.
  const hunksOf = new Map(files.map(({ filename, patch = "" }) => [filename, hunks(patch)]));
  const isShown = (/** @type {Suggestion} */ { file, first, last }) =>
    hunksOf.get(file)?.some((hunk) => hunk.first <= first && last <= hunk.last);
  const shown = found.filter(isShown).slice(0, MOST);
  const others = found.filter((suggestion) => !shown.includes(suggestion));
  const isMade = shown.length === 0 || (await make(api, pull, shown));
  return isMade ? summary(shown.length, others) : summary(0, found);
}

/**
 * The changes of whole lines that fix what was found. Fixes of the same lines are one, or else the second would take the first back.
 * @param {Finding[]} findings @param {(file: string) => string} read
 */
export function suggestions(findings, read) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  /** @type {Suggestion[]} */
  const made = [];
  for (const finding of findings) {
    const { file, origin } = finding;
    const edits = finding.fix?.edits ?? [];
    // What the branch has already, or only the merge, is not this pull request's to fix.
    if (origin !== "head" || edits.length === 0 || edits.some((edit) => edit.file !== file)) continue;
    const text = texts.get(file) ?? read(file);
    texts.set(file, text);
    const alone = suggestion(file, text, edits, [finding]);
    if (alone === undefined) continue;
    const other = made.find((known) => meets(alone, known));
    if (other === undefined) {
      made.push(alone);
      continue;
    }
    const together = suggestion(file, text, [...other.edits, ...edits], [...other.findings, finding]);
    if (together !== undefined && !made.some((third) => third !== other && meets(together, third))) {
      made[made.indexOf(other)] = together;
    }
  }
  return made;
}

/**
 * The change of whole lines that some edits make; undefined if the edits overlap, or if GitHub can't show it.
 * @param {string} file @param {string} text @param {Edit[]} edits @param {Finding[]} findings
 */
function suggestion(file, text, edits, findings) {
  const bytes = Buffer.from(text);
  const parts = [];
  let at = 0;
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    if (edit.start < at) return undefined;
    parts.push(bytes.subarray(at, edit.start), Buffer.from(edit.text));
    at = edit.end;
  }
  const result = Buffer.concat([...parts, bytes.subarray(at)]).toString();
  // GitHub can't show that the end of the last line is missing.
  if (result === text || result.endsWith("\n") !== text.endsWith("\n")) return undefined;

  const old = lines(text);
  const edited = lines(result);
  // The lines that differ, and at least one: a suggestion takes the place of something.
  let first = 0;
  while (first < old.length - 1 && old[first] === edited[first]) first += 1;
  let [last, end] = [old.length, edited.length];
  while (last > first + 1 && end > first && old[last - 1] === edited[end - 1]) {
    last -= 1;
    end -= 1;
  }
  const [before, after] = [old.slice(first, last), edited.slice(first, end)];
  if (Math.max(before.length, after.length) > MOST_LINES) return undefined;
  if (Math.max(before.join().length, after.join().length) > MOST_CHARACTERS) return undefined;
  // GitHub writes its own line ends.
  if ([...before, ...after].some((line) => line.includes("\r"))) return undefined;
  return { file, first: first + 1, last, before, after, edits, findings };
}

/** @param {string} text */
function lines(text) {
  return text.replace(/\n$/, "").split("\n");
}

/** Returns true if two change the same lines. @param {Suggestion} one @param {Suggestion} other */
function meets(one, other) {
  return one.file === other.file && one.first <= other.last && other.first <= one.last;
}

/** The hunks of a patch, by their lines after the change, which a pull request shows together. @param {string} patch */
export function hunks(patch) {
  const found = [];
  for (const [, begins, count = "1"] of patch.matchAll(/^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/gm)) {
    const first = Number(begins);
    if (Number(count) > 0) found.push({ first, last: first + Number(count) - 1 });
  }
  return found;
}

/**
 * Makes a review of those that are not there yet. Returns false where GitHub does not take it.
 * @param {import("./api.mjs").Api} api @param {{ number: number, head: { sha: string } }} pull @param {Suggestion[]} shown
 */
async function make(api, pull, shown) {
  /** @type {import("./api.mjs").Comment[]} */
  const known = await api.list(`/pulls/${pull.number}/comments`);
  const names = new Set(known.filter(isOurs).map(({ body }) => NAME.exec(body)?.[1]));
  const missing = shown.filter((suggestion) => !names.has(name(suggestion)));
  if (missing.length === 0) return true;
  const review = {
    commit_id: pull.head.sha,
    event: "COMMENT",
    body: "Each of these is a fix to take with “Commit suggestion”. Under “Files changed”, “Add suggestion to batch” takes several in one commit.",
    comments: missing.map(comment),
  };
  try {
    await api.ask("POST", `/pulls/${pull.number}/reviews`, review);
    return true;
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== UNPROCESSABLE) throw error;
    console.error(error);
    return false;
  }
}

/** @param {Suggestion} suggestion */
function comment(suggestion) {
  const { file, first, last, after, findings } = suggestion;
  const reasons = findings.map((finding) => `- ${inline(finding.message)}\n`);
  const body = `<!-- site: suggestion ${name(suggestion)} -->\n${reasons.join("")}\n${fenced(after, "suggestion")}`;
  const range = first === last ? {} : { start_line: first, start_side: "RIGHT" };
  return { path: file, line: last, side: "RIGHT", ...range, body };
}

/** The name of a suggestion: the same wherever its lines are in the file. @param {Suggestion} suggestion */
function name({ file, before, after }) {
  const text = JSON.stringify([file, before, after]);
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/**
 * Which fixes there are: a number of those that stand at their lines, and the others themselves.
 * @param {number} made @param {Suggestion[]} others
 */
function summary(made, others) {
  const parts = [];
  if (made > 0) {
    parts.push(
      `${made} fix${made === 1 ? " is" : "es are"} suggested at the lines under “Files changed”: “Commit suggestion” takes one, “Add suggestion to batch” several.\n`,
    );
  }
  if (others.length > 0) {
    const more = `${others.length} more fix${others.length === 1 ? "" : "es"}`;
    parts.push(`<details><summary>${more}, to be made by hand or by cargo site check --fix</summary>\n`);
    for (const { file, first, before, after } of others.slice(0, MOST)) {
      const change = [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)];
      parts.push(`${inline(file)}, line ${first}:\n\n${fenced(change, "diff")}`);
    }
    if (others.length > MOST) parts.push(`The first ${MOST} are shown.\n`);
    parts.push("</details>\n");
  }
  return parts.join("\n");
}

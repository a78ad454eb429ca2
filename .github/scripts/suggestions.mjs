// Adds fixes from main's program as suggestions on the lines of a pull request. An author can commit one with a click.
//
// GitHub accepts a suggestion only on lines that the pull request shows, and refuses a whole review if one is on another line. For other lines,
// the comment's list of problems says what each fix is.

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
/** The most suggestions to make at a time. */
const MOST = 10;
const MOST_LINES = 20;
const MOST_CHARACTERS = 4_000;
/** The marker at the start of each of our suggestions, so that none is made twice. */
const NAME = /^<!-- site: suggestion ([0-9a-f]{16}) -->\n/;

/**
 * Adds the suggestions that the pull request doesn't have yet, and returns Markdown about all of them.
 * @param {import("./api.mjs").Api} api @param {import("./api.mjs").PullRequest} pull @param {Finding[]} findings
 */
export async function suggest(api, pull, findings) {
  const found = suggestions(findings, (file) => git(["cat-file", "blob", `${pull.head.sha}:${file}`]));
  if (found.length === 0) return "";
  /** @type {{ filename: string, patch?: string }[]} */
  const files = await api.list(`/pulls/${pull.number}/files`);
  // GitHub's patches show where it accepts a comment. A file with too many changes has no patch.
  const hunksOf = new Map(files.map(({ filename, patch = "" }) => [filename, hunks(patch)]));
  const isShown = (/** @type {Suggestion} */ { file, first, last }) =>
    hunksOf.get(file)?.some((hunk) => hunk.first <= first && last <= hunk.last);
  const shown = found.filter(isShown).slice(0, MOST);
  if (shown.length === 0 || !(await make(api, pull, shown))) return "";
  const suggested = shown.length === 1 ? "1 fix is" : `${shown.length} fixes are`;
  return `${suggested} suggested at the lines under “Files changed”: “Commit suggestion” takes one, “Add suggestion to batch” several.\n`;
}

/**
 * The changes of whole lines that fix the findings. Fixes of the same lines are combined, because the second would undo the first.
 * @param {Finding[]} findings @param {(file: string) => string} read
 */
export function suggestions(findings, read) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  /** @type {Suggestion[]} */
  let made = [];
  for (const finding of findings) {
    const { file, origin } = finding;
    const edits = finding.fix?.edits ?? [];
    // Problems that the branch already had, or that only the merge has, aren't for this pull request to fix.
    if (origin !== "head" || edits.length === 0 || edits.some((edit) => edit.file !== file)) continue;
    const text = texts.get(file) ?? read(file);
    texts.set(file, text);
    const alone = suggestion(file, text, [finding]);
    if (alone === undefined) continue;
    const same = made.filter((known) => meets(alone, known));
    const together = suggestion(file, text, [...same.flatMap((known) => known.findings), finding]);
    if (together !== undefined) made = [...made.filter((known) => !same.includes(known)), together];
  }
  return made;
}

/**
 * The change of whole lines by some fixes of a file. Undefined if they overlap, or if GitHub can't show it.
 * @param {string} file @param {string} text @param {Finding[]} findings
 */
function suggestion(file, text, findings) {
  const edits = findings.flatMap(({ fix }) => fix?.edits ?? []);
  const bytes = Buffer.from(text);
  const parts = [];
  let at = 0;
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    if (edit.start < at) return undefined;
    parts.push(bytes.subarray(at, edit.start), Buffer.from(edit.text));
    at = edit.end;
  }
  const result = Buffer.concat([...parts, bytes.subarray(at)]).toString();
  // GitHub can't show a missing newline at the end of the file.
  if (result === text || result.endsWith("\n") !== text.endsWith("\n")) return undefined;

  const old = lines(text);
  const edited = lines(result);
  // The lines that differ. There is at least one, because a suggestion replaces something.
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
  // GitHub writes its own line endings.
  if ([...before, ...after].some((line) => line.includes("\r"))) return undefined;
  return { file, first: first + 1, last, before, after, findings };
}

/** @param {string} text */
function lines(text) {
  return text.replace(/\n$/, "").split("\n");
}

/** Returns true if two suggestions change the same lines. @param {Suggestion} one @param {Suggestion} other */
function meets(one, other) {
  return one.file === other.file && one.first <= other.last && other.first <= one.last;
}

/** The hunks of a patch as ranges of new lines, which a pull request shows together. @param {string} patch */
export function hunks(patch) {
  const found = [];
  for (const [, begins, count = "1"] of patch.matchAll(/^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/gm)) {
    const first = Number(begins);
    if (Number(count) > 0) found.push({ first, last: first + Number(count) - 1 });
  }
  return found;
}

/**
 * Creates a review with the suggestions that don't exist yet. Returns false if GitHub refuses it.
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

/** The name of a suggestion, which doesn't depend on the position of its lines. @param {Suggestion} suggestion */
function name({ file, before, after }) {
  const text = JSON.stringify([file, before, after]);
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

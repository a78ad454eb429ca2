// Fixes that main's program knows, as suggestions at their lines of a pull request: pressing one commits it.
//
// GitHub takes a suggestion only for lines that the pull request shows, and refuses all of a review where one is elsewhere. Fixes of
// other lines are shown in the comment.

import { createHash } from "node:crypto";
import { isOurs } from "./api.mjs";
import { git } from "./git.mjs";
import { fencedLines, inline } from "./text.mjs";

/** @typedef {{ file: string, start: number, end: number, text: string }} Edit in bytes of the file */
/**
 * A problem with a fix, as `site check --format json` reports it.
 * @typedef {object} Finding
 * @property {string} file
 * @property {string} code
 * @property {string} origin
 * @property {string} message
 * @property {{ description: string, edits: Edit[] } | null} fix
 */
/**
 * Whole lines of a file, and what takes their place.
 * @typedef {object} Suggestion
 * @property {string} file
 * @property {number} first the number of its first line
 * @property {number} last
 * @property {string[]} before
 * @property {string[]} after
 * @property {Edit[]} edits
 * @property {Finding[]} findings that it fixes
 */
/** @typedef {{ first: number, last: number }} Hunk lines of the head that a pull request shows together */

/** More are not made at a time, nor shown in the comment. */
const MOST = 10;
const MOST_LINES = 20;
const MOST_CHARACTERS = 4_000;
/** A name that each of ours begins with, so that it is not made again. */
const NAME = /^<!-- site: suggestion ([0-9a-f]{16}) -->\n/;
const NEWLINE = 0x0a;

/**
 * Makes the suggestions that the pull request does not have yet, and says in Markdown which fixes there are.
 * @param {import("./api.mjs").Api} api
 * @param {string} folder
 * @param {{ number: number, head: { sha: string } }} pull
 * @param {Finding[]} findings
 */
export async function suggest(api, folder, pull, findings) {
  const found = suggestions(findings, (file) =>
    git(folder, ["cat-file", "blob", `${pull.head.sha}:${file}`]),
  );
  if (found.length === 0) return "";
  const hunks = await shownLines(api, pull.number);
  const shown = found.filter((suggestion) => isShown(suggestion, hunks)).slice(0, MOST);
  const others = found.filter((suggestion) => !shown.includes(suggestion));
  const isMade = shown.length === 0 || (await make(api, pull, shown));
  return isMade ? summary(shown.length, others) : summary(0, found);
}

/**
 * The changes of whole lines that fix what was found. Fixes of the same lines are one, or else the second would take the first back.
 * @param {Finding[]} findings
 * @param {(file: string) => string} read
 * @returns {Suggestion[]}
 */
export function suggestions(findings, read) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  /** @type {Suggestion[]} */
  const made = [];
  for (const finding of findings) {
    const edits = finding.fix?.edits ?? [];
    // What the branch has already, or only the merge, is not this pull request's to fix.
    if (finding.origin !== "head" || edits.length === 0) continue;
    if (edits.some((edit) => edit.file !== finding.file)) continue;
    const text = texts.get(finding.file) ?? read(finding.file);
    texts.set(finding.file, text);
    const alone = suggestion(finding.file, text, edits, [finding]);
    if (alone === undefined) continue;
    const other = made.find((known) => meets(alone, known));
    if (other === undefined) {
      made.push(alone);
      continue;
    }
    const together = suggestion(finding.file, text, [...other.edits, ...edits], [...other.findings, finding]);
    if (together !== undefined && !made.some((third) => third !== other && meets(together, third))) {
      made[made.indexOf(other)] = together;
    }
  }
  return made;
}

/**
 * The change of whole lines that some edits make; undefined where they can't be made together, or GitHub can't show it.
 * @param {string} file
 * @param {string} text
 * @param {Edit[]} edits
 * @param {Finding[]} findings
 * @returns {Suggestion | undefined}
 */
function suggestion(file, text, edits, findings) {
  const bytes = Buffer.from(text);
  const ordered = [...edits].sort((one, other) => one.start - other.start);
  const start = ordered[0]?.start ?? 0;
  let end = start;
  for (const edit of ordered) {
    if (edit.start < end) return undefined;
    end = edit.end;
  }
  const from = start === 0 ? 0 : bytes.lastIndexOf(NEWLINE, start - 1) + 1;
  const isEnd = end > from && bytes[end - 1] === NEWLINE;
  // Where the edit takes a line's end away, the line below becomes part of it.
  for (let to = isEnd ? end : lineEnd(bytes, end); ; to = lineEnd(bytes, to)) {
    const before = bytes.subarray(from, to).toString();
    const after = edited(bytes, from, to, ordered);
    if (!before.endsWith("\n") || after === "" || after.endsWith("\n")) {
      return whole(file, bytes, from, before, after, ordered, findings);
    }
    if (to >= bytes.length) return undefined;
  }
}

/**
 * The byte after the end of the line in which a byte is.
 * @param {Buffer} bytes
 * @param {number} at
 */
function lineEnd(bytes, at) {
  const newline = bytes.indexOf(NEWLINE, at);
  return newline === -1 ? bytes.length : newline + 1;
}

/**
 * A part of a text with edits made.
 * @param {Buffer} bytes
 * @param {number} from
 * @param {number} to
 * @param {Edit[]} edits in their order
 */
function edited(bytes, from, to, edits) {
  let text = "";
  let at = from;
  for (const edit of edits) {
    text += bytes.subarray(at, edit.start).toString() + edit.text;
    at = edit.end;
  }
  return text + bytes.subarray(at, to).toString();
}

/**
 * @param {string} file
 * @param {Buffer} bytes
 * @param {number} from
 * @param {string} before
 * @param {string} after
 * @param {Edit[]} edits
 * @param {Finding[]} findings
 * @returns {Suggestion | undefined}
 */
function whole(file, bytes, from, before, after, edits, findings) {
  // GitHub writes line ends of its own, and can't show that one is missing.
  if (before.includes("\r") || after.includes("\r")) return undefined;
  const old = lines(before);
  const replacement = lines(after);
  if (old.join("\n") === replacement.join("\n")) return undefined;
  if (Math.max(old.length, replacement.length) > MOST_LINES) return undefined;
  if (Math.max(before.length, after.length) > MOST_CHARACTERS) return undefined;
  const first = bytes.subarray(0, from).toString().split("\n").length;
  return { file, first, last: first + old.length - 1, before: old, after: replacement, edits, findings };
}

/** @param {string} text */
function lines(text) {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

/**
 * Returns true where two change the same lines.
 * @param {Suggestion} one
 * @param {Suggestion} other
 */
function meets(one, other) {
  return one.file === other.file && one.first <= other.last && other.first <= one.last;
}

/**
 * The lines that the pull request shows, by file: GitHub's own word on where it takes a comment.
 * @param {import("./api.mjs").Api} api
 * @param {number} number
 */
async function shownLines(api, number) {
  /** @type {Map<string, Hunk[]>} */
  const shown = new Map();
  /** @type {{ filename: string, patch?: string }[]} */
  const files = await api.list(`/pulls/${number}/files`);
  // A file with too much to show has no patch.
  for (const { filename, patch } of files) shown.set(filename, hunks(patch ?? ""));
  return shown;
}

/**
 * The hunks of a patch, by their lines after the change.
 * @param {string} patch
 * @returns {Hunk[]}
 */
export function hunks(patch) {
  const found = [];
  for (const [, begins, count = "1"] of patch.matchAll(/^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/gm)) {
    const first = Number(begins);
    if (Number(count) > 0) found.push({ first, last: first + Number(count) - 1 });
  }
  return found;
}

/**
 * Returns true where all lines of a suggestion are in one hunk.
 * @param {Suggestion} suggestion
 * @param {Map<string, Hunk[]>} shown
 */
function isShown({ file, first, last }, shown) {
  const hunks = shown.get(file) ?? [];
  return hunks.some((hunk) => hunk.first <= first && last <= hunk.last);
}

/**
 * Makes a review of those that are not there yet. Returns false where GitHub does not take it.
 * @param {import("./api.mjs").Api} api
 * @param {{ number: number, head: { sha: string } }} pull
 * @param {Suggestion[]} shown
 */
async function make(api, pull, shown) {
  /** @type {import("./api.mjs").Comment[]} */
  const known = await api.list(`/pulls/${pull.number}/comments`);
  const names = new Set();
  for (const comment of known) {
    if (isOurs(comment)) names.add(NAME.exec(comment.body)?.[1]);
  }
  const missing = shown.filter((suggestion) => !names.has(name(suggestion)));
  if (missing.length === 0) return true;
  const review = {
    commit_id: pull.head.sha,
    event: "COMMENT",
    body: "Each of these is a fix to take with “Commit suggestion”. Under “Files changed”, “Add suggestion to batch” takes several in one commit.",
    comments: missing.map(comment),
  };
  return api.isTaken("POST", `/pulls/${pull.number}/reviews`, review);
}

/** @param {Suggestion} suggestion */
function comment(suggestion) {
  const { file, first, last, after, findings } = suggestion;
  const reasons = findings.map((finding) => `- ${inline(finding.message)}\n`);
  const body = `<!-- site: suggestion ${name(suggestion)} -->\n${reasons.join("")}\n${fencedLines(after, "suggestion")}`;
  const range = first === last ? {} : { start_line: first, start_side: "RIGHT" };
  return { path: file, line: last, side: "RIGHT", ...range, body };
}

/**
 * The name of a suggestion: the same wherever its lines stand in the file.
 * @param {Suggestion} suggestion
 */
function name({ file, before, after }) {
  const text = JSON.stringify([file, before, after]);
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/**
 * Which fixes there are: a number of those that stand at their lines, and the others themselves.
 * @param {number} made
 * @param {Suggestion[]} others
 */
function summary(made, others) {
  const parts = [];
  if (made > 0) {
    const fixes = made === 1 ? "1 fix is" : `${made} fixes are`;
    parts.push(
      `${fixes} suggested at the lines under “Files changed”: “Commit suggestion” takes one, “Add suggestion to batch” several.\n`,
    );
  }
  if (others.length > 0) {
    const fixes = others.length === 1 ? "1 more fix" : `${others.length} more fixes`;
    parts.push(`<details><summary>${fixes}, to be made by hand or by cargo site check --fix</summary>\n`);
    for (const { file, first, before, after } of others.slice(0, MOST)) {
      const change = [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)];
      parts.push(`${inline(file)}, line ${first}:\n\n${fencedLines(change, "diff")}`);
    }
    if (others.length > MOST) parts.push(`The first ${MOST} are shown.\n`);
    parts.push("</details>\n");
  }
  return parts.join("\n");
}

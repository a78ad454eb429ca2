// Checks that text is plain American English: `npm run language`.
//
//   npm run language                      lists every hit in the tree, by file
//   npm run language -- --base REVISION   checks the lines that a change adds since its merge base with REVISION, and the subjects
//                                         of its commits; without a revision, `--base` uses main
//
// With --base, exits with 1 if there is an error, and with 2 if the change is unknown. Warnings are for a person to decide.

import { readFileSync } from "node:fs";
import { addedLines, git, mergeBase, subjectErrors, subjectsSince } from "./change.mjs";
import { findPhrases, findWords } from "./find.mjs";
import { textsOf } from "./texts.mjs";

/** @typedef {import("./find.mjs").Hit} Hit */

const root = (git(process.cwd(), ["rev-parse", "--show-toplevel"]) ?? process.cwd()).trim();
const parameters = process.argv.slice(2);
if (parameters.length === 0) {
  process.exitCode = await listTree();
} else if (parameters[0] === "--base" && parameters.length <= 2) {
  process.exitCode = await checkChange(parameters[1]);
} else {
  console.error(`expected no argument or --base REVISION, found: ${parameters.join(" ")}`);
  process.exitCode = 2;
}

async function listTree() {
  const files = (git(root, ["ls-files", "-z"]) ?? "").split("\0").filter((file) => file !== "");
  let count = 0;
  for (const file of files) {
    for (const hit of await hitsOf(file)) {
      report(`${file}:${hit.line}:${hit.column}`, hit);
      count += 1;
    }
  }
  console.log(`${count} hits in ${files.length} files`);
  return 0;
}

/** @param {string | undefined} revision */
async function checkChange(revision) {
  const base = mergeBase(root, revision);
  if (base === undefined) {
    console.log(
      `not checked: the language of the change, since Git finds no merge base with ${revision ?? "main"}`,
    );
    return process.env.CI ? 2 : 0;
  }
  let errors = 0;
  for (const [file, lines] of addedLines(root, base)) {
    for (const hit of await hitsOf(file)) {
      const isAdded = [...lines].some((line) => line >= hit.line && line <= hit.last);
      if (!isAdded) continue;
      report(`${file}:${hit.line}:${hit.column}`, hit);
      if (hit.level === "error") errors += 1;
    }
  }
  for (const { commit, subject } of subjectsSince(root, base)) {
    const phrases = await findPhrases([{ kind: "docs", lines: [{ text: subject, line: 1, column: 1 }] }]);
    const wrong = phrases.filter(({ level }) => level === "error").map(({ message }) => message);
    for (const message of [...subjectErrors(subject), ...wrong]) {
      report(`commit ${commit}`, { line: 1, column: 1, last: 1, level: "error", message });
      errors += 1;
    }
  }
  return errors === 0 ? 0 : 1;
}

/** The hits in a file, in the order of its lines. @param {string} file @returns {Promise<Hit[]>} */
async function hitsOf(file) {
  let source;
  try {
    source = readFileSync(`${root}/${file}`, "utf8");
  } catch {
    // The file was deleted, or is a broken link.
    return [];
  }
  const texts = textsOf(file, source);
  const hits = [...(await findPhrases(texts)), ...(await findWords(texts))];
  return hits.sort((one, other) => one.line - other.line || one.column - other.column);
}

/** Prints a hit, with an annotation for GitHub. @param {string} place @param {Hit} hit */
function report(place, hit) {
  console.log(`${place}: ${hit.level}: ${hit.message}`);
  const at = /^(.+):(\d+):(\d+)$/.exec(place);
  if (process.env.GITHUB_ACTIONS && at !== null) {
    console.log(
      `::${hit.level} file=${at[1]},line=${at[2]},col=${at[3]}::${hit.message.replaceAll("%", "%25")}`,
    );
  }
}

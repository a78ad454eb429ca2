// Says in one comment on each pull request of a range of main how its last publication ended: `published.mjs OUTCOME RANGE`, two files that
// publish.sh writes: one sentence, and the commits of main between which the range lies. Says nothing if either is empty.

import { existsSync, readFileSync } from "node:fs";
import { Api, Refusal, run } from "./api.mjs";
import { git } from "./git.mjs";

const MARKER = "<!-- site: published -->";
/** Comments on no more commits' pull requests than this. */
const PULLS = 50;

/** @param {string} file */
const read = (file) => (existsSync(file) ? readFileSync(file, "utf8").trim() : "");

await run(async (environment) => {
  const [outcomeFile, rangeFile] = process.argv.slice(2);
  if (outcomeFile === undefined || rangeFile === undefined) {
    throw new Refusal("expected the files of an outcome and a range, found fewer arguments");
  }
  const [outcome, range] = [read(outcomeFile), read(rangeFile)];
  if (outcome === "" || range === "") return "there is no pull request to comment on";
  const [base, head] = range.split(" ");
  const listed = git(process.cwd(), ["rev-list", "--first-parent", `${base}..${head}`]).trim();
  const commits = listed === "" ? [] : listed.split("\n");

  const api = new Api(environment);
  /** @type {Set<number>} */
  const pulls = new Set();
  for (const commit of commits.slice(0, PULLS)) {
    for (const pull of await api.ask("GET", `/commits/${commit}/pulls`)) {
      if (pull.merged_at !== null) pulls.add(pull.number);
    }
  }
  for (const number of pulls) {
    await api.upsertComment(number, MARKER, outcome);
  }
  return `commented on ${pulls.size} pull requests: ${outcome}`;
});

// Brings one issue up to date with a list, and with snapshots that could not be taken: `issue.mjs FILE`. It is opened where
// something is due, and again where it was closed and the list has changed; it is closed when nothing is due.

import { readFileSync } from "node:fs";
import { Api, isOurs, Refusal, run } from "./api.mjs";
import { COMMENT_CHARACTERS, cut } from "./text.mjs";

const MARKER = "<!-- site: reviews -->";
const TITLE = "Facts and articles due for review";
const LABEL = "review";

await run(async (environment) => {
  const api = new Api(environment);
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Refusal("expected the file of a list, found no argument");
  const list = readFileSync(file, "utf8");
  const note = "The rest is shown by `cargo site reviews`.";
  const snapshots = await snapshotsNotTaken(api);
  const body = `${MARKER}\n${cut(list, COMMENT_CHARACTERS, note)}${snapshots}`;
  /** @type {import("./api.mjs").Issue[]} */
  const issues = await api.list(`/issues?state=all&labels=${LABEL}&sort=created&direction=desc`);
  const ours = issues.find((found) => isOurs(found) && found.body?.startsWith(MARKER));
  const nothing = list.includes("\nNothing is due.\n") && snapshots === "";
  if (ours === undefined) {
    if (nothing) return "nothing is due";
    const made = await api.ask("POST", "/issues", { title: TITLE, body, labels: [LABEL] });
    return `opened issue ${made.number}`;
  }
  /** The heading names the day; what is due is what counts. @param {string} text */
  const due = (text) => text.split("\n").slice(2).join("\n");
  if (due(ours.body) === due(body)) return `issue ${ours.number} says the same already`;
  await api.ask("PATCH", `/issues/${ours.number}`, { body, state: nothing ? "closed" : "open" });
  return `brought issue ${ours.number} up to date`;
});

/**
 * What to do where the last run that takes the snapshots again did not pass; empty where it did.
 * @param {Api} api
 */
async function snapshotsNotTaken(api) {
  /** @type {{ workflow_runs: import("./api.mjs").Run[] }} */
  const { workflow_runs: runs } = await api.ask(
    "GET",
    "/actions/workflows/snapshots.yml/runs?status=completed&per_page=20&page=1",
  );
  // Of another branch than main it is skipped.
  const last = runs.find(({ conclusion }) => conclusion !== "skipped" && conclusion !== "cancelled");
  if (last === undefined || last.conclusion === "success") return "";
  return `\n### Snapshots\n\n[The last run](${last.html_url}) that takes the snapshots again did not pass, and says why. Where it has no key to push with, run \`cargo site test --accept\` on a branch, and propose what it writes.\n`;
}

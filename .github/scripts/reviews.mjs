// Maintains one issue about overdue reviews, and about snapshots that couldn't be taken: `reviews.mjs FILE`, with the output of `cargo site
// reviews`. The issue is closed while nothing is due.

import { readFileSync } from "node:fs";
import { Api, run } from "./api.mjs";

const ISSUE = {
  marker: "<!-- site: reviews -->",
  title: "Facts and articles due for review",
  label: "review",
};
/** The jobs of nightly.yml that take the snapshots and push them. */
const JOBS = ["snapshots", "push-snapshots"];

await run(["FILE"], async (environment, file) => {
  const api = new Api(environment);
  // The first line has the date, which would change the issue every week.
  const list = readFileSync(file, "utf8").split("\n").slice(1).join("\n").trim();
  const snapshots = await failedSnapshots(api);
  const isDue = list !== "Nothing is due." || snapshots !== "";
  await api.upsertIssue(ISSUE, () => ({
    text: `${list}\n${snapshots}`,
    state: isDue ? "open" : "closed",
    rest: "The rest is shown by `cargo site reviews`.",
  }));
  return isDue ? "something is due" : "nothing is due";
});

/** What to do if the last night that took snapshots failed. Empty if it succeeded. @param {Api} api */
async function failedSnapshots(api) {
  /** @type {{ workflow_runs: import("./api.mjs").Run[] }} */
  const { workflow_runs: nights } = await api.ask(
    "GET",
    "/actions/workflows/nightly.yml/runs?status=completed&per_page=20",
  );
  for (const night of nights) {
    /** @type {{ name: string, conclusion: string, html_url: string }[]} */
    const jobs = await api.list(`/actions/runs/${night.id}/jobs`);
    const ended = jobs.filter(
      ({ name, conclusion }) => JOBS.includes(name) && !["skipped", "cancelled"].includes(conclusion),
    );
    const failed = ended.find(({ conclusion }) => conclusion !== "success");
    if (failed) {
      return `\n### Snapshots\n\n[The last job](${failed.html_url}) that takes the snapshots again failed, and says why. If it has no key to push with, run \`cargo site test --accept\` on a branch, and propose what it writes.\n`;
    }
    // On branches other than main, all jobs are skipped.
    if (ended.length > 0) return "";
  }
  return "";
}

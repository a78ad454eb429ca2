// Comments the outcome of a publication on each of its pull requests: `published.mjs OUTCOME LIVE HEAD`, with one sentence, the previously
// live commit, and the commit to publish. Does nothing if a value is empty.

import { Api, run } from "./api.mjs";
import { git } from "./git.mjs";

const MARKER = "<!-- site: published -->";
/** The most commits whose pull requests get a comment. */
const PULLS = 50;

await run(["OUTCOME", "LIVE", "HEAD"], async (environment, outcome, live, head) => {
  if (outcome === "" || live === "" || head === "") return "there is no pull request to comment on";
  const listed = git(["rev-list", "--first-parent", `${live}..${head}`]).trim();
  const commits = listed === "" ? [] : listed.split("\n");

  const api = new Api(environment);
  /** @type {Set<number>} */
  const pulls = new Set();
  for (const commit of commits.slice(0, PULLS)) {
    for (const pull of await api.list(`/commits/${commit}/pulls`)) {
      if (pull.merged_at !== null) pulls.add(pull.number);
    }
  }
  for (const number of pulls) {
    await api.upsertComment(number, MARKER, outcome);
  }
  return `commented on ${pulls.size} pull requests: ${outcome}`;
});

// Sets the status `compliance` of an open pull request, or of its commit in a merge queue: an early warning that an approval is
// missing. Only publishing refuses a change, after checking the approvals again.
//
// Runs with permission to set statuses, so it doesn't check out or run anything from the pull request: main's own program reads both
// sides as Git objects, and GitHub's responses as data.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pullAnswer, text } from "./answers.mjs";
import { Api, event, isOurs, Refusal, run } from "./api.mjs";
import { git, headOf } from "./git.mjs";
import { bounded, runProgram } from "./meaning.mjs";

/** @typedef {{ state: "success" | "failure" | "pending" | "error", description: string }} Status */

const COMPLIANCE = "compliance";
const RUN = /\/actions\/runs\/(\d+)$/;
/** The longest description that GitHub accepts. */
const CHARACTERS = 140;

await run([], async (environment) => {
  const api = new Api(environment);
  const found = await asked(api, event(environment));
  if (found === undefined) return "no open pull request to judge";
  const { number, commit } = found;
  /** @type {import("./api.mjs").PullRequest} */
  const pull = await api.ask("GET", `/pulls/${number}`);
  if (pull.state !== "open") return `pull request ${number} is closed`;
  const head = headOf(number);
  if (head !== pull.head.sha) return `pull request ${number} has moved on`;
  const status = await judge(api, number, head);
  const on = commit ?? head;
  const runId = Number(environment.GITHUB_RUN_ID);
  const newest = await newestRun(api, on);
  if (newest > runId)
    return `pull request ${number} at ${on}: run ${newest}, which is newer, has set the status`;
  const target_url = `${environment.GITHUB_SERVER_URL}/${environment.GITHUB_REPOSITORY}/actions/runs/${runId}`;
  await api.ask("POST", `/statuses/${on}`, {
    context: COMPLIANCE,
    state: status.state,
    description: status.description.replace(/\s+/g, " ").slice(0, CHARACTERS),
    // For people, and for `newestRun`.
    target_url,
  });
  return `pull request ${number} at ${on}: ${status.description}`;
});

/**
 * The newest run that set a commit's status, or 0 if none has. A run reads the reviews before it sets the status, so an older run may
 * finish last with older data.
 * @param {Api} api @param {string} commit
 */
async function newestRun(api, commit) {
  const statuses = await api.list(`/commits/${commit}/statuses`);
  const ours = statuses.filter(({ context, creator }) => context === COMPLIANCE && isOurs({ user: creator }));
  return Math.max(0, ...ours.map(({ target_url: url }) => Number(RUN.exec(url ?? "")?.[1] ?? 0)));
}

/**
 * The pull request of the event. `commit` is set if a commit other than its head needs the statuses.
 * @param {Api} api @param {import("./api.mjs").Event} happened
 * @returns {Promise<{ number: number, commit?: string } | undefined>}
 */
async function asked(api, happened) {
  if (happened.issue !== undefined) {
    return happened.issue.pull_request === undefined ? undefined : { number: happened.issue.number };
  }
  /** @type {import("./api.mjs").Run} */
  const started = await api.ask("GET", `/actions/runs/${happened.workflow_run.id}`);
  // A merge queue tests each pull request on a separate branch.
  const queued = /^gh-readonly-queue\/.+\/pr-(\d+)-[0-9a-f]+$/.exec(started.head_branch);
  if (queued !== null) return { number: Number(queued[1]), commit: started.head_sha };
  return api.pullRequestOf(started);
}

/**
 * The status according to main's program.
 * @param {Api} api @param {number} number @param {string} head @returns {Promise<Status>}
 */
async function judge(api, number, head) {
  const main = git(["rev-parse", "HEAD"]).trim();
  try {
    bounded(head);
    const answers = join(mkdtempSync(join(tmpdir(), "approvals-")), "answers.json");
    writeFileSync(answers, text({ pulls: [await pullAnswer(api, number)] }));
    const parameters = ["--pull", String(number), "--answers", answers, "--format", "status"];
    const judged = runProgram("site-ops", ["approvals", `${main}..${head}`, ...parameters]);
    if (judged.stdout === "") throw new Refusal(judged.stderr.trim().replace(/^error: /, ""));
    return JSON.parse(judged.stdout);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { state: "error", description: error.message };
  }
}

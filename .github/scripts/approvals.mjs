// Sets the status `compliance` of an open pull request, or of its commit in a merge queue: an early warning that an approval is
// missing. Only publishing refuses a change, after checking the approvals again.
//
// Runs with permission to set statuses, so it doesn't check out or run anything from the pull request: main's own program reads both
// sides as Git objects, and GitHub's responses as data.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pullAnswer } from "./answers.mjs";
import { Api, event, isOurs, Refusal, run } from "./api.mjs";
import { git, headOf } from "./git.mjs";
import { bounded, runProgram } from "./meaning.mjs";

/** @typedef {{ duty: string, because: string[], approval: { name: string } | null }} Requirement */
/** @typedef {{ name: string, reason: string, until: string }} BrokenGlass */
/** @typedef {{ requirements: Requirement[], missing: string[], unknown: string[], broken_glass: BrokenGlass | null }} Change */
/** @typedef {{ state: "success" | "failure" | "pending" | "error", description: string }} Status */

const COMPLIANCE = "compliance";
/** An earlier ruleset requires this status. docs/approvals.md describes how to remove it. */
const FEES = "fees";
/** @type {Status} */
const COVERED = { state: "success", description: "Not used: the review by compliance covers the fee tables" };
const RUN = /\/actions\/runs\/(\d+)$/;
/** The longest description that GitHub accepts. */
const CHARACTERS = 140;
/** @type {Record<string, string>} */
const WHO = {
  compliance: "compliance",
  maintenance: "compliance or a maintainer",
  editor: "an editor",
};

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
  const isRequired = await isRequiredCheck(api, pull.base.ref, FEES);
  const on = commit ?? head;
  const runId = Number(environment.GITHUB_RUN_ID);
  const newest = await newestRun(api, on);
  if (newest > runId)
    return `pull request ${number} at ${on}: run ${newest}, which is newer, has set the status`;
  const target_url = `${environment.GITHUB_SERVER_URL}/${environment.GITHUB_REPOSITORY}/actions/runs/${runId}`;
  const set = (/** @type {string} */ context, /** @type {Status} */ { state, description }) =>
    api.ask("POST", `/statuses/${on}`, {
      context,
      state,
      description: description.replace(/\s+/g, " ").slice(0, CHARACTERS),
      // For people, and for `newestRun`.
      target_url,
    });
  await set(COMPLIANCE, status);
  if (isRequired) await set(FEES, COVERED);
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
 * Returns true if GitHub's rules for a branch require a status, or if GitHub doesn't answer.
 * @param {Api} api @param {string} branch @param {string} context
 */
async function isRequiredCheck(api, branch, context) {
  try {
    const rules = await api.list(`/rules/branches/${encodeURIComponent(branch)}`);
    return rules
      .flatMap(({ parameters }) => parameters?.required_status_checks ?? [])
      .some((check) => check.context === context);
  } catch (error) {
    console.error(error);
    return true;
  }
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
  let judged;
  try {
    bounded(head);
    const answers = join(mkdtempSync(join(tmpdir(), "approvals-")), "answers.json");
    writeFileSync(answers, JSON.stringify({ pulls: [await pullAnswer(api, number)] }));
    const parameters = ["--pull", String(number), "--answers", answers, "--format", "json"];
    judged = runProgram("site-ops", ["approvals", `${main}..${head}`, ...parameters]);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { state: "error", description: error.message };
  }
  if (judged.stdout === "") {
    return { state: "error", description: judged.stderr.trim().replace(/^error: /, "") };
  }
  /** @type {{ answer: string, changes: Change[] }} */
  const { answer, changes } = JSON.parse(judged.stdout);
  const [change] = changes;
  if (change === undefined) throw new Error("expected the judgment of one change, found none");
  const { requirements, missing, unknown, broken_glass: glass } = change;
  if (answer === "unknown" && unknown[0] !== undefined) return { state: "error", description: unknown[0] };
  if (answer === "all" && glass !== null) {
    const day = glass.until.slice(0, "2026-01-01".length);
    const description = `${glass.name} broke the glass, approve by ${day}: ${glass.reason}`;
    return { state: "success", description };
  }
  const waiting = requirements.find(({ approval }) => approval === null);
  if (waiting !== undefined && answer !== "all") {
    const { duty, because } = waiting;
    const what = because.length > 0 ? `: ${because.join(", ")}` : "";
    return { state: "pending", description: `Waits for the approval of ${WHO[duty] ?? duty}${what}` };
  }
  // Every requirement has its approval. Only a review that requests changes can be missing.
  if (missing[0] !== undefined) return { state: "failure", description: missing[0] };
  const names = requirements.map(({ approval }) => approval?.name ?? "");
  const description = names.length > 0 ? `Approved by ${names.join(", ")}` : "Nothing to approve";
  return { state: "success", description };
}

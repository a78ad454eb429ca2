// The status `compliance` of an open pull request, or of its commit in a merge queue: an early warning that an approval is
// missing. Only the publication refuses a change, and it checks the approvals again.
//
// Runs with the right to set statuses, so it doesn't check out or run anything of the pull request: main's own program reads
// both sides as Git objects, and GitHub's answers as data.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answersOfPull } from "./answers.mjs";
import { Api, event, isOurs, Refusal, run } from "./api.mjs";
import { fetched, git } from "./git.mjs";
import { bounded, runProgram } from "./meaning.mjs";

/** @typedef {{ duty: string, because: string[], approval: { name: string } | null }} Requirement */
/** @typedef {{ name: string, reason: string, until: string }} BrokenGlass */
/** @typedef {{ requirements: Requirement[], missing: string[], unknown: string[], broken_glass: BrokenGlass | null }} Change */
/** @typedef {{ answer: string, changes: Change[] }} Report */
/** @typedef {{ state: "success" | "failure" | "pending" | "error", description: string }} Status */
/** @typedef {{ context: string, creator: import("./api.mjs").User | null, target_url: string | null }} KnownStatus */

const COMPLIANCE = "compliance";
/** An earlier ruleset requires this status. docs/approvals.md has the step that removes it. */
const FEES = "fees";
/** @type {Status} */
const COVERED = { state: "success", description: "Not used: the review by compliance covers the fee tables" };
/** GitHub refuses a longer description. */
const CHARACTERS = 140;
/** @type {Record<string, string>} */
const WHO = {
  compliance: "compliance",
  maintenance: "compliance or a maintainer",
  editor: "an editor",
};

await run(async (environment) => {
  const api = new Api(environment);
  const found = await asked(api, event(environment));
  if (found === undefined) return "no open pull request to judge";
  const { number, commit } = found;
  /** @type {import("./api.mjs").PullRequest} */
  const pull = await api.ask("GET", `/pulls/${number}`);
  if (pull.state !== "open") return `pull request ${number} is closed`;
  const folder = process.cwd();
  const head = fetched(folder, `refs/pull/${number}/head`, environment);
  if (head !== pull.head.sha) return `pull request ${number} has moved on`;
  const status = await judge(api, folder, number, head);
  const isRequired = await isRequiredCheck(api, pull.base.ref, FEES);

  const on = commit ?? head;
  const runId = Number(environment.GITHUB_RUN_ID);
  const newest = await newestRun(api, on);
  if (newest > runId)
    return `pull request ${number} at ${on}: run ${newest}, which is newer, has set the status`;
  await set(api, on, COMPLIANCE, status, environment);
  if (isRequired) await set(api, on, FEES, COVERED, environment);
  return `pull request ${number} at ${on}: ${status.description}`;
});

/**
 * The newest run that set the status of a commit; 0 if none has. A run reads the reviews before it sets the status, so an
 * older run may finish last and know less.
 * @param {Api} api
 * @param {string} commit
 */
async function newestRun(api, commit) {
  /** @type {KnownStatus[]} */
  const statuses = await api.list(`/commits/${commit}/statuses`);
  let newest = 0;
  for (const { context, creator, target_url: url } of statuses) {
    const id = /\/actions\/runs\/(\d+)$/.exec(url ?? "")?.[1];
    if (context === COMPLIANCE && isOurs({ user: creator })) newest = Math.max(newest, Number(id ?? 0));
  }
  return newest;
}

/**
 * Sets a status. Its link is the run that set it: for people, and for `newestRun`.
 * @param {Api} api
 * @param {string} commit
 * @param {string} context
 * @param {Status} status
 * @param {import("./api.mjs").Environment} environment
 */
async function set(api, commit, context, { state, description }, environment) {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID } = environment;
  await api.ask("POST", `/statuses/${commit}`, {
    context,
    state,
    description: description.replace(/\s+/g, " ").slice(0, CHARACTERS),
    target_url: `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`,
  });
}

/**
 * Returns true if GitHub's rules of a branch require a status, or if GitHub doesn't say.
 * @param {Api} api
 * @param {string} branch
 * @param {string} context
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
 * The pull request that the event is about; `commit` is set where its statuses are needed on another than its head.
 * @param {Api} api
 * @param {import("./api.mjs").Event} happened
 * @returns {Promise<{ number: number, commit?: string } | undefined>}
 */
async function asked(api, happened) {
  if (happened.issue !== undefined) {
    return happened.issue.pull_request === undefined ? undefined : { number: happened.issue.number };
  }
  /** @type {import("./api.mjs").Run} */
  const started = await api.ask("GET", `/actions/runs/${happened.workflow_run.id}`);
  // A merge queue tries each pull request on a branch of its own.
  const queued = /^gh-readonly-queue\/.+\/pr-(\d+)-[0-9a-f]+$/.exec(started.head_branch);
  if (queued !== null) return { number: Number(queued[1]), commit: started.head_sha };
  return api.pullRequestOf(started);
}

/**
 * The status, as main's program has it.
 * @param {Api} api
 * @param {string} folder
 * @param {number} number
 * @param {string} head
 * @returns {Promise<Status>}
 */
async function judge(api, folder, number, head) {
  const main = git(folder, ["rev-parse", "HEAD"]).trim();
  let judged;
  try {
    bounded(folder, head);
    const answers = join(mkdtempSync(join(tmpdir(), "approvals-")), "answers.json");
    writeFileSync(answers, JSON.stringify(await answersOfPull(api, number)));
    const parameters = ["--pull", String(number), "--answers", answers, "--format", "json"];
    judged = runProgram("site-ops", folder, ["approvals", `${main}..${head}`, ...parameters]);
  } catch (error) {
    if (error instanceof Refusal) return unknown(error.message);
    throw error;
  }
  if (judged.stdout === "") return unknown(judged.stderr.trim());
  /** @type {Report} */
  const report = JSON.parse(judged.stdout);
  const [change] = report.changes;
  if (change === undefined) throw new Error("expected the judgment of one change, found none");
  const [reason] = change.unknown;
  if (report.answer === "unknown" && reason !== undefined) return unknown(reason);
  return compliance(report.answer, change);
}

/**
 * @param {string} why
 * @returns {Status}
 */
function unknown(why) {
  return { state: "error", description: why.replace(/^error: /, "") };
}

/**
 * @param {string} answer
 * @param {Change} change
 * @returns {Status}
 */
function compliance(answer, { requirements, missing, broken_glass: glass }) {
  if (answer === "all" && glass !== null) {
    const day = glass.until.slice(0, "2026-01-01".length);
    return {
      state: "success",
      description: `${glass.name} broke the glass, approve by ${day}: ${glass.reason}`,
    };
  }
  const waiting = requirements.find(({ approval }) => approval === null);
  if (waiting !== undefined && answer !== "all") {
    const { duty, because } = waiting;
    const what = because.length > 0 ? `: ${because.join(", ")}` : "";
    return { state: "pending", description: `Waits for the approval of ${WHO[duty] ?? duty}${what}` };
  }
  // Every requirement has its approval. Only a review that requests changes can be missing.
  const [refusal] = missing;
  if (refusal !== undefined) return { state: "failure", description: refusal };
  const names = requirements.map(({ approval }) => approval?.name ?? "");
  return {
    state: "success",
    description: names.length > 0 ? `Approved by ${names.join(", ")}` : "Nothing to approve",
  };
}

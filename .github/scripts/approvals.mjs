// The statuses `compliance` and `fees` of an open pull request, or of its place in a merge queue: the early warning that an
// approval is missing. The wall is the publication, which asks again.
//
// Runs with the right to set statuses, and so runs nothing of the pull request and checks none of it out: main's own program
// reads both sides as Git objects, and GitHub's answers as data.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answersOfPull } from "./answers.mjs";
import { Api, event, Refusal, run } from "./api.mjs";
import { fetched, git } from "./git.mjs";
import { bounded, siteOps } from "./meaning.mjs";

/** @typedef {{ duty: string, because: string[], digest: string | null, approval: { name: string } | null }} Requirement */
/** @typedef {{ requirements: Requirement[], missing: string[], unknown: string[], broken_glass: { name: string } | null }} Change */
/** @typedef {{ answer: string, changes: Change[] }} Report */
/** @typedef {{ state: "success" | "failure" | "pending" | "error", description: string }} Status */

const COMPLIANCE = "compliance";
const FEES = "fees";
/** GitHub takes no longer description. */
const CHARACTERS = 140;

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
  const statuses = await judge(api, folder, number, head);
  const on = commit ?? head;
  for (const [context, status] of Object.entries(statuses)) {
    const description = status.description.replace(/\s+/g, " ").slice(0, CHARACTERS);
    await api.ask("POST", `/statuses/${on}`, { context, state: status.state, description });
  }
  return `pull request ${number} at ${on}: ${statuses.compliance.description}; ${statuses.fees.description}`;
});

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
  const branch = `${started.head_repository.owner.login}:${started.head_branch}`;
  /** @type {import("./api.mjs").PullRequest[]} */
  const open = await api.list(`/pulls?state=open&head=${encodeURIComponent(branch)}`);
  return open.find((pull) => pull.head.sha === started.head_sha);
}

/**
 * The statuses, as main's program has them.
 * @param {Api} api
 * @param {string} folder
 * @param {number} number
 * @param {string} head
 * @returns {Promise<{ compliance: Status, fees: Status }>}
 */
async function judge(api, folder, number, head) {
  const main = git(folder, ["rev-parse", "HEAD"]).trim();
  let judged;
  try {
    bounded(folder, head);
    const answers = join(mkdtempSync(join(tmpdir(), "approvals-")), "answers.json");
    writeFileSync(answers, JSON.stringify(await answersOfPull(api, number)));
    const parameters = ["--pull", String(number), "--answers", answers, "--format", "json"];
    judged = siteOps(folder, ["approvals", `${main}..${head}`, ...parameters]);
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
  return { compliance: compliance(report.answer, change), fees: fees(report.answer, change) };
}

/**
 * @param {string} why
 * @returns {{ compliance: Status, fees: Status }}
 */
function unknown(why) {
  /** @type {Status} */
  const status = { state: "error", description: why.replace(/^error: /, "") };
  return { compliance: status, fees: status };
}

/**
 * All approvals but those of fee tables.
 * @param {string} answer
 * @param {Change} change
 * @returns {Status}
 */
function compliance(answer, change) {
  const others = change.requirements.filter(({ duty }) => duty !== FEES);
  const waiting = others.filter(({ approval }) => approval === null);
  const tables = change.requirements.filter(({ duty, approval }) => duty === FEES && approval === null);
  if (answer === "all" && change.broken_glass !== null) {
    return { state: "success", description: `The glass was broken by ${change.broken_glass.name}` };
  }
  const [first] = waiting;
  if (first !== undefined && answer !== "all") {
    const who = first.duty === COMPLIANCE ? "compliance" : "an editor";
    const what = first.because.length > 0 ? `: ${first.because.join(", ")}` : "";
    return { state: "pending", description: `Waits for the approval of ${who}${what}` };
  }
  // What else is missing is somebody's no.
  const [refusal] = change.missing;
  if (refusal !== undefined && change.missing.length > tables.length) {
    return { state: "failure", description: refusal };
  }
  const names = others.map(({ approval }) => approval?.name ?? "");
  return {
    state: "success",
    description: names.length > 0 ? `Approved by ${names.join(", ")}` : "Nothing to approve",
  };
}

/**
 * @param {string} answer
 * @param {Change} change
 * @returns {Status}
 */
function fees(answer, change) {
  const tables = change.requirements.filter(({ duty }) => duty === FEES);
  const waiting = tables.filter(({ approval }) => approval === null);
  if (tables.length === 0) return { state: "success", description: "No fee table differs" };
  if (waiting.length > 0 && answer !== "all") {
    const digests = waiting.map(({ digest }) => digest).join(" ");
    return { state: "failure", description: `Accept as the report shows: /accept-fees ${digests}` };
  }
  const names = new Set(tables.map(({ approval }) => approval?.name ?? "broken glass"));
  return { state: "success", description: `Accepted by ${[...names].join(", ")}` };
}

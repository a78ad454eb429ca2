// GitHub's answers about who approved what, as data for `cargo site-ops approvals`: `answers.mjs FILE BASE HEAD`.
//
// docs/approvals.md describes the file. The heads of the pull requests are fetched as Git objects, and nothing is checked out.
// Where GitHub refuses, or is too slow, nothing is written and the script ends with 2: then nobody can tell.

import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Api, Refusal } from "./api.mjs";
import { credentials, git } from "./git.mjs";

/** @typedef {{ login: string }} Account */
/** @typedef {{ sha: string, author: Account | null, committer: Account | null }} Authored */
/** @typedef {Authored & { verification: { verified: boolean }, pulls: number[], comments: object[] }} Commit */
/** @typedef {{ number: number, head: { sha: string }, merged_at: string | null }} Pull */
/** @typedef {{ commits: Commit[], pulls: Pull[] }} Answers */

const COMMITS = 1_000;
/** `cargo site-ops approvals` also checks the changes in the 30 days before a range; `EARLIER` in range.rs is the same time. */
const EARLIER_SECONDS = 30 * 24 * 60 * 60;
const APPROVERS = ".github/approvers.toml";
/** So many heads of pull requests are fetched at once. */
const HEADS = 50;

/**
 * GitHub's answers about the commits of main after `base` up to `head` and in the 30 days before, and about the pull requests that
 * brought them.
 * @param {Api} api
 * @param {string} folder
 * @param {string} base
 * @param {string} head
 * @param {import("./api.mjs").Environment} environment
 * @returns {Promise<Answers>}
 */
export async function answersOfRange(api, folder, base, head, environment) {
  const start = startOf(folder, base, head);
  const listed = git(folder, ["rev-list", "--first-parent", "--parents", `${start}..${head}`]).trim();
  const lines = listed === "" ? [] : listed.split("\n");
  if (lines.length > COMMITS) {
    throw new Refusal(
      `expected at most ${COMMITS} commits of main, found ${lines.length} after ${start}, 30 days before ${base}; name a later base`,
    );
  }
  /** @type {{ default_branch: string }} */
  const { default_branch: main } = await api.ask("GET", "");
  const commits = [];
  const numbers = new Set();
  for (const line of lines) {
    const [sha = "", , second] = line.split(" ");
    const commit = await commitAnswer(api, main, sha, second);
    commits.push(commit);
    for (const number of commit.pulls) numbers.add(number);
  }
  const pulls = [];
  for (const number of numbers) pulls.push(await pullAnswer(api, number));
  fetchHeads(folder, pulls, environment);
  return { commits, pulls };
}

/**
 * The commit before the oldest change that `cargo site-ops approvals` checks; `earlier_changes` in range.rs says why.
 * @param {string} folder
 * @param {string} base
 * @param {string} head
 */
function startOf(folder, base, head) {
  const count = Number(git(folder, ["rev-list", "--first-parent", "--count", `${base}..${head}`]));
  const listed = git(folder, ["rev-list", "--first-parent", "--timestamp", head]).trim().split("\n");
  const history = listed.slice(count).map((line) => {
    const [seconds, commit = ""] = line.split(" ");
    return { seconds: Number(seconds), commit };
  });
  const past = history.filter(({ seconds }) => seconds <= Date.now() / 1000);
  const newest = past.reduce((latest, { seconds }) => Math.max(latest, seconds), 0);
  const oldest = past.findLast(({ seconds }) => seconds >= newest - EARLIER_SECONDS);
  if (oldest === undefined) return base;
  const earlier = history.slice(0, history.indexOf(oldest) + 2);
  const start = earlier.findLast(({ commit }) => git(folder, ["ls-tree", commit, "--", APPROVERS]) !== "");
  return start?.commit ?? base;
}

/**
 * What GitHub says of one pull request.
 * @param {Api} api
 * @param {number} number
 * @returns {Promise<Answers>}
 */
export async function answersOfPull(api, number) {
  return { commits: [], pulls: [await pullAnswer(api, number)] };
}

/**
 * @param {Api} api
 * @param {string} main
 * @param {string} sha
 * @param {string | undefined} second the other parent of a merge
 * @returns {Promise<Commit>}
 */
async function commitAnswer(api, main, sha, second) {
  const { author, committer, commit } = await api.ask("GET", `/commits/${sha}`);
  let pulls = await whole(api, `/commits/${sha}/pulls`);
  if (pulls.length === 0 && second !== undefined) pulls = await whole(api, `/commits/${second}/pulls`);
  const merged = pulls.filter((pull) => pull.merged_at !== null && pull.base.ref === main);
  const comments = commit.comment_count > 0 ? await whole(api, `/commits/${sha}/comments`) : [];
  return {
    sha,
    pulls: merged.map((pull) => pull.number),
    author: account(author),
    committer: account(committer),
    verification: verification(commit),
    comments: comments.map(comment),
  };
}

/**
 * @param {Api} api
 * @param {number} number
 */
async function pullAnswer(api, number) {
  const pull = await api.ask("GET", `/pulls/${number}`);
  const commits = await whole(api, `/pulls/${number}/commits`);
  const reviews = await whole(api, `/pulls/${number}/reviews`);
  const comments = await whole(api, `/issues/${number}/comments`);
  // Of a dismissed review, only the event says what it was.
  const isDismissed = reviews.some(({ state }) => state === "DISMISSED");
  const events = isDismissed ? await whole(api, `/issues/${number}/events`) : [];
  return {
    number,
    title: pull.title,
    user: account(pull.user),
    merged_at: pull.merged_at,
    merged_by: account(pull.merged_by),
    merge_commit_sha: pull.merge_commit_sha,
    head: { sha: pull.head.sha },
    commits: commits.map(({ sha, author, committer, commit }) => ({
      sha,
      author: account(author),
      committer: account(committer),
      verification: verification(commit),
    })),
    reviews: reviews.map(({ id, user, state, body, commit_id, submitted_at }) => ({
      id,
      user: account(user),
      state,
      body,
      commit_id,
      submitted_at,
    })),
    events: events
      .filter(({ event }) => event === "review_dismissed")
      .map(({ event, dismissed_review: { review_id, state } }) => ({
        event,
        dismissed_review: { review_id, state },
      })),
    comments: comments.map(comment),
  };
}

/**
 * All of a list; one that has no end is refused, as what is left out may be what counts.
 * @param {Api} api
 * @param {string} path
 */
async function whole(api, path) {
  const all = await api.list(path);
  if (all.length >= Api.MOST) throw new Refusal(`GET ${path}: expected fewer than ${Api.MOST} entries`);
  return all;
}

/**
 * GitHub's own account for an author is none, or an empty object, where it knows none.
 * @param {Account | null | undefined} found
 */
function account(found) {
  return found?.login ? { login: found.login } : null;
}

/**
 * Whether GitHub has verified the signature of a commit.
 * @param {{ verification?: { verified: boolean } }} commit
 */
function verification(commit) {
  return { verified: commit.verification?.verified === true };
}

/** @param {any} found */
function comment({ user, body, created_at, updated_at }) {
  return { user: account(user), body, created_at, updated_at };
}

/**
 * Fetches the heads: what was squashed or rebased is in no branch.
 * @param {string} folder
 * @param {Pull[]} pulls
 * @param {import("./api.mjs").Environment} environment
 */
function fetchHeads(folder, pulls, environment) {
  const refs = pulls.map((pull) => `refs/pull/${pull.number}/head`);
  for (let at = 0; at < refs.length; at += HEADS) {
    const some = refs.slice(at, at + HEADS);
    git(folder, ["fetch", "--quiet", "--no-tags", "origin", ...some], credentials(environment));
  }
}

/** @param {import("./api.mjs").Environment} environment */
async function main(environment) {
  const [file, base, head] = process.argv.slice(2);
  if (file === undefined || base === undefined || head === undefined)
    throw new Refusal("expected FILE BASE HEAD");
  const answers = await answersOfRange(new Api(environment), process.cwd(), base, head, environment);
  writeFileSync(file, JSON.stringify(answers, null, 1));
  console.log(
    `asked GitHub about ${answers.commits.length} commits and ${answers.pulls.length} pull requests`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    await main(process.env);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    console.error(`error: who approved is unknown, since GitHub didn't answer: ${why}`);
    process.exitCode = 2;
  }
}

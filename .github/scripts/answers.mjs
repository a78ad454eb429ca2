// Fetches GitHub's responses about who approved what, as data for `cargo site-ops approvals`: `answers.mjs FILE BASE HEAD`.
//
// docs/approvals.md describes the file. The heads of the pull requests are fetched as Git objects, and nothing is checked out. If GitHub
// refuses or is too slow, the script writes nothing and exits with 2, because the answer is unknown.

import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Api, Refusal } from "./api.mjs";
import { fetchRefs, git } from "./git.mjs";

const COMMITS = 1_000;
/** `cargo site-ops approvals` also checks the changes in the 30 days before a range. `EARLIER` in range.rs is the same time. */
const EARLIER_SECONDS = 30 * 24 * 60 * 60;
const APPROVERS = ".github/approvers.toml";
/** The number of pull request heads to fetch at once. */
const HEADS = 50;
/** The fields to keep, of GitHub's responses and of everything in them. */
const FIELDS = [
  "commits pulls sha author committer login verification verified comments user body created_at updated_at",
  "number title merged_at merged_by merge_commit_sha head reviews id state commit_id submitted_at",
  "events event dismissed_review review_id",
].flatMap((names) => names.split(" "));

/**
 * GitHub's responses about the commits of main after `base` up to `head`, those in the 30 days before, and the pull requests that brought
 * them.
 * @param {Api} api @param {string} base @param {string} head
 */
export async function answersOfRange(api, base, head) {
  const start = startOf(base, head);
  const listed = git(["rev-list", "--first-parent", "--parents", `${start}..${head}`]).trim();
  const lines = listed === "" ? [] : listed.split("\n");
  if (lines.length > COMMITS) {
    throw new Refusal(
      `expected at most ${COMMITS} commits of main, found ${lines.length} after ${start}, 30 days before ${base}; name a later base`,
    );
  }
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
  // A branch lacks the commits of a pull request that was squashed or rebased, so their heads are fetched.
  const refs = [...numbers].map((number) => `refs/pull/${number}/head`);
  for (let at = 0; at < refs.length; at += HEADS) fetchRefs(...refs.slice(at, at + HEADS));
  return { commits, pulls };
}

/**
 * The commit before the oldest change that `cargo site-ops approvals` checks; `earlier_changes` in range.rs says why.
 * @param {string} base @param {string} head
 */
function startOf(base, head) {
  const count = Number(git(["rev-list", "--first-parent", "--count", `${base}..${head}`]));
  const listed = git(["rev-list", "--first-parent", "--timestamp", head]).trim().split("\n");
  const history = listed.slice(count).map((line) => {
    const [seconds, commit = ""] = line.split(" ");
    return { seconds: Number(seconds), commit };
  });
  const past = history.filter(({ seconds }) => seconds <= Date.now() / 1000);
  const newest = past.reduce((latest, { seconds }) => Math.max(latest, seconds), 0);
  const oldest = past.findLast(({ seconds }) => seconds >= newest - EARLIER_SECONDS);
  if (oldest === undefined) return base;
  const earlier = history.slice(0, history.indexOf(oldest) + 2);
  const start = earlier.findLast(({ commit }) => git(["ls-tree", commit, "--", APPROVERS]) !== "");
  return start?.commit ?? base;
}

/** @param {Api} api @param {string} main @param {string} sha @param {string} [second] the other parent of a merge */
async function commitAnswer(api, main, sha, second) {
  const found = await api.ask("GET", `/commits/${sha}`);
  let pulls = await whole(api, `/commits/${sha}/pulls`);
  if (pulls.length === 0 && second !== undefined) pulls = await whole(api, `/commits/${second}/pulls`);
  const merged = pulls.filter((pull) => pull.merged_at !== null && pull.base.ref === main);
  const comments = found.commit.comment_count > 0 ? await whole(api, `/commits/${sha}/comments`) : [];
  return { ...authored(found), pulls: merged.map(({ number }) => number), comments };
}

/** GitHub's answers about one pull request. @param {Api} api @param {number} number */
export async function pullAnswer(api, number) {
  const pull = await api.ask("GET", `/pulls/${number}`);
  const commits = await whole(api, `/pulls/${number}/commits`);
  const reviews = await whole(api, `/pulls/${number}/reviews`);
  const comments = await whole(api, `/issues/${number}/comments`);
  // Only the event has the original state of a dismissed review.
  const isDismissed = reviews.some(({ state }) => state === "DISMISSED");
  const events = isDismissed ? await whole(api, `/issues/${number}/events`) : [];
  const dismissals = events.filter(({ event }) => event === "review_dismissed");
  return { ...pull, commits: commits.map(authored), reviews, events: dismissals, comments };
}

/**
 * Returns a whole list. Refuses a list that is too long, because the omitted entries may matter.
 * @param {Api} api @param {string} path
 */
async function whole(api, path) {
  const all = await api.list(path);
  if (all.length >= Api.MOST) throw new Refusal(`GET ${path}: expected fewer than ${Api.MOST} entries`);
  return all;
}

/** A commit with the check of its signature. GitHub omits an unknown account or sends an empty object. @param {any} found */
function authored({ author, committer, commit, ...others }) {
  const account = (/** @type {{ login?: string } | null} */ known) => (known?.login ? known : null);
  const { verification } = commit;
  return { ...others, author: account(author), committer: account(committer), verification };
}

/** The file for `cargo site-ops`. @param {{ commits?: object[], pulls?: object[] }} answers */
export function text(answers) {
  return JSON.stringify(answers, FIELDS, 1);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [file = "", base = "", head = ""] = process.argv.slice(2);
  try {
    if (head === "") throw new Refusal("expected the parameters FILE BASE HEAD");
    const answers = await answersOfRange(new Api(process.env), base, head);
    writeFileSync(file, text(answers));
    const { commits, pulls } = answers;
    console.log(`asked GitHub about ${commits.length} commits and ${pulls.length} pull requests`);
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    console.error(`error: who approved is unknown, since GitHub didn't answer: ${why}`);
    process.exitCode = 2;
  }
}

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, test } from "node:test";
import { BOT, commit, GitHub, git, merge, user, write } from "./github.mjs";

const APPROVERS = `
[[approvers]]
login = "cora"
name = "Cora"
role = "compliance"
starts = 2026-01-01

[[approvers]]
login = "erin"
name = "Erin"
role = "editor"
starts = 2026-01-01
`;
/** GitHub signs commits that are made in the browser. */
const VERIFIED = { verification: { verified: true, reason: "valid" } };
const AT = "2026-03-09T12:00:00Z";
const RULES = { name: "main", target: "branch", rules: [{ type: "deletion" }], bypass_actors: [] };

const github = await GitHub.start();
const { author, clone } = github;
git(author, "switch", "--quiet", "main");
write(author, {
  ".github/approvers.toml": APPROVERS,
  ".github/CODEOWNERS": "* @a/compliance\n/content/articles/ @a/all\n",
  ".github/rulesets/main.json": JSON.stringify(RULES),
});
github.main = commit(author, "Say who may approve");
git(author, "push", "--quiet", "origin", "HEAD:main");
git(clone, "pull", "--quiet");
git(author, "switch", "--quiet", "change");

beforeEach(() => {
  github.answers = {};
  github.failures = [];
  github.statuses = {};
  github.begin({ "docs/page.md": "change\n" });
});

const review = (login, commit_id, state = "APPROVED") => {
  return { id: 5, user: user(login), state, body: "", commit_id, submitted_at: AT };
};
const comment = (login, body, at = AT) => ({ user: user(login), body, created_at: at, updated_at: at });

/** Copies the reviews and comments to GitHub's data about the pull request. */
function answer(reviews = [], comments = []) {
  const written = { author: user("amy"), committer: user("web-flow"), commit: VERIFIED };
  const commits = git(author, "rev-list", `${github.main}..${github.head}`).trim().split("\n");
  const merge = { merged_at: null, merged_by: null };
  github.answers = {
    "/pulls/3": { ...github.pulls[0], title: "A change", user: user("amy"), ...merge },
    "/pulls/3/commits": commits.map((sha) => ({ sha, ...written })),
    "/pulls/3/reviews": reviews,
    "/issues/3/comments": comments,
  };
}

/** The status from a new run: its state and description. Undefined if the run sets none. */
async function status(event = { workflow_run: { id: 11 } }, commit = github.head) {
  github.runId += 1;
  await github.says(0, "approvals.mjs", event);
  const [set, ...others] = github.changes.splice(0);
  assert.deepEqual(others, []);
  if (set === undefined) return undefined;
  const { context, state, description } = set.body;
  assert.deepEqual([set.method, set.path, context], ["POST", `/statuses/${commit}`, "compliance"]);
  assert.ok(description.length <= 140, description);
  return `${state}: ${description}`;
}

test("the status follows reviews, and the events that dismiss them", async () => {
  answer();
  assert.match(await status(), /^pending: Waits for the approval of an editor/);
  answer([review("erin", github.head)]);
  assert.equal(await status(), "success: Approved by Erin");
  // A dismissal doesn't end a refusal.
  const refusal = review("cora", github.head, "CHANGES_REQUESTED");
  answer([review("erin", github.head), refusal]);
  assert.match(await status(), /^failure/);
  github.dismiss(refusal);
  assert.match(await status(), /^failure/);
  github.answers["/issues/3/events"] = [];
  assert.match(await status(), /^error/);
  assert.equal(git(clone, "status", "--porcelain"), "", "nothing was checked out");
});

test("a break-glass comment sets the status, on one line that GitHub accepts", async () => {
  const reason = "The phone number\nwas wrong ".repeat(9);
  const broken = comment("erin", `/break-glass ${github.head} ${reason}`, new Date().toISOString());
  answer([], [broken]);
  const event = { issue: { number: 3, pull_request: {} }, comment: broken };
  assert.match(
    await status(event),
    /^success: Erin broke the glass, approve by .*: The phone number was wrong/,
  );
});

test("an older run that ends last keeps the status of a newer run", async () => {
  const runs = async (id) => {
    github.runId = id;
    await github.says(0, "approvals.mjs", { workflow_run: { id: 11 } });
    const [latest] = github.statuses[github.head];
    return [latest.state, latest.target_url.split("/").at(-1)];
  };
  answer([review("erin", github.head)]);
  assert.deepEqual(await runs(102), ["success", "102"]);
  // The older run read the reviews before the approval.
  answer();
  assert.deepEqual(await runs(101), ["success", "102"]);
  assert.deepEqual(await runs(102), ["pending", "102"], "a person repeats the newest run");
  answer([review("erin", github.head)]);
  assert.deepEqual(await runs(103), ["success", "103"]);

  // A link in another account's status, or in another status, doesn't stop a run.
  const [ours] = github.statuses[github.head];
  const target_url = ours.target_url.replace("103", "999");
  github.statuses[github.head] = [
    { ...ours, creator: user("mallory"), state: "success", target_url },
    { ...ours, context: "preview", target_url },
    { ...ours, target_url: null },
  ];
  answer();
  assert.deepEqual(await runs(104), ["pending", "104"]);
  // Neither does a failed request.
  github.failures = [
    { path: `/commits/${github.head}/statuses`, status: 502 },
    { method: "POST", path: `/statuses/${github.head}`, status: 502 },
  ];
  answer([review("erin", github.head)]);
  assert.deepEqual(await runs(105), ["success", "105"]);
});

test("the commit of a merge queue has the statuses of its pull request", async () => {
  answer([review("erin", github.head)]);
  const queued = "0123456789012345678901234567890123456789";
  github.openPullRequest({ head_branch: `gh-readonly-queue/main/pr-3-${github.main}`, head_sha: queued });
  assert.equal(await status(undefined, queued), "success: Approved by Erin");
});

test("what can't be told is an error, and what is none of ours is left alone", async () => {
  answer([review("erin", github.head)]);
  const [written] = github.answers["/pulls/3/commits"];
  github.answers["/pulls/3/commits"] = [{ ...written, author: null, committer: {} }];
  assert.match(await status(), /^error: GitHub doesn't know the account of the author/);
  const unsigned = { verification: { verified: false, reason: "unsigned" } };
  github.answers["/pulls/3/commits"] = [{ ...written, commit: unsigned }];
  assert.match(await status(), /^error: GitHub names its own account, web-flow/);
  assert.equal(await status({ issue: { number: 3 }, comment: comment("erin", "/approve") }), undefined);
  github.answers["/pulls/3"] = { ...github.pulls[0], state: "closed" };
  assert.equal(await status(), undefined);
  github.answers["/pulls/3/reviews"] = null;
  github.answers["/pulls/3"] = github.pulls[0];
  const said = await github.says(2, "approvals.mjs", { workflow_run: { id: 11 } });
  assert.match(said, /\/pulls\/3\/reviews.*found 404/);
});

/** Merges the pull request. GitHub's responses about the range then describe the merge. */
function mergePull() {
  git(clone, "pull", "--quiet");
  git(author, "switch", "--quiet", "main");
  git(author, "pull", "--quiet", "origin", "main");
  const sha = merge(author, "change");
  git(clone, "pull", "--quiet");
  git(author, "switch", "--quiet", "change");
  const merged = { merged_at: AT, merged_by: user("erin"), merge_commit_sha: sha };
  const written = { author: user("erin"), committer: user("web-flow"), commit: { comment_count: 1 } };
  Object.assign(github.answers, {
    "": { default_branch: "main" },
    "/pulls/3": { ...github.answers["/pulls/3"], ...merged },
    [`/commits/${sha}`]: { sha, ...written },
    [`/commits/${sha}/comments`]: [comment("amy", "talk")],
    [`/commits/${sha}/pulls`]: [
      { number: 8, merged_at: null, base: { ref: "main" } },
      { number: 9, merged_at: AT, base: { ref: "other" } },
      { number: 3, merged_at: AT, base: { ref: "main" } },
    ],
  });
  return sha;
}

/** Resets main. */
function unmerge() {
  git(author, "push", "--quiet", "--force", "origin", `${github.main}:main`);
  git(author, "branch", "--quiet", "--force", "main", github.main);
  git(clone, "fetch", "--quiet", "origin");
  git(clone, "reset", "--quiet", "--hard", github.main);
}

test("GitHub's answers are fetched as main's program reads them, page after page", async () => {
  const base = github.main;
  const talks = Array(130).fill(review("amy", github.head, "COMMENTED"));
  answer([...talks, review("erin", github.head)], Array(120).fill(comment("amy", "talk")));
  const merged = mergePull();
  const file = join(github.folder, "answers.json");
  github.failures = [{ path: "/pulls/3/reviews", status: 502 }];
  const said = await github.says(0, "answers.mjs", {}, file, base, merged);
  assert.match(said, /GET \/pulls\/3\/reviews.*found 502: a failure; attempt 2 of 4 in 1 s/);
  const answers = JSON.parse(readFileSync(file, "utf8"));
  const [[commit], [pull]] = [answers.commits, answers.pulls];
  assert.deepEqual([commit.pulls, commit.comments.length], [[3], 1]);
  assert.deepEqual([pull.reviews.length, pull.comments.length], [131, 120]);
  // The head is available, although the clone never had the branch.
  const parameters = ["approvals", `${base}..${merged}`, "--answers", file];
  const report = spawnSync("target/kept/site-ops", parameters, { cwd: clone, encoding: "utf8" });
  assert.match(report.stdout, /pull request 3 “A change”, \w+, merged by erin\n {2}editor: Erin/);

  // The program also checks the 30 days before a range.
  await github.says(0, "answers.mjs", {}, file, merged, merged);
  assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), answers);

  // If GitHub refuses or doesn't answer, the result is unknown.
  github.answers["/pulls/3/reviews"] = null;
  const refused = await github.says(2, "answers.mjs", {}, file, base, merged);
  assert.match(refused, /error: who approved is unknown.*reviews.*404/);
  github.environment = { SITE_API_MILLISECONDS: "1" };
  assert.match(await github.says(2, "answers.mjs", {}, file, base, merged), /is unknown/);
  github.environment = {};
  unmerge();
});

test("once a week one issue says what is not as the repository has it", async () => {
  github.answers = {
    "": { default_branch: "main" },
    "/rulesets": [{ id: 7 }],
    "/rulesets/7": { id: 7, ...RULES, source: "example/site" },
    "/codeowners/errors": { errors: [] },
  };
  github.issues = [];
  const right = await github.says(0, "protect.mjs");
  assert.match(right, /Main is protected as the repository says/);
  assert.match(right, /0 changes between/);
  assert.deepEqual(github.changes, []);

  /** The issue after a week with something to do. */
  const due = async () => {
    await github.says(1, "protect.mjs");
    return github.changes.splice(0)[0];
  };
  github.answers["/codeowners/errors"] = { errors: [{ line: 1, kind: "Unknown owner", source: "* @a/all" }] };
  const { method, path, body } = await due();
  assert.deepEqual([method, path], ["POST", "/issues"]);
  assert.match(body.body, /^<!-- site: protect -->\n\n## GitHub's rules\n\n```\n- .github\/CODEOWNERS:1/);
  github.issues = [{ number: 9, user: BOT, body: body.body }];
  github.answers["/codeowners/errors"] = { errors: [] };
  await github.says(0, "protect.mjs");
  const closed = github.changes.splice(0).map(({ path, body }) => [path, body.state]);
  assert.deepEqual(closed, [["/issues/9", "closed"]]);

  // Merges since main has had approvers are also checked.
  const asked = github.answers;
  answer();
  mergePull();
  Object.assign(github.answers, asked);
  assert.match((await due()).body.body, /editor: not approved[\s\S]*approvals are missing/);
  // The record says who published without approvals.
  github.environment = { SITE_RECORD: join(github.folder, "no-record") };
  assert.match(await github.says(2, "protect.mjs"), /no-record/);
  github.environment = {};
  github.changes = [];
  // Break-glass use is reported from the first day.
  const line = `/break-glass ${github.head} The phone number was wrong`;
  github.answers["/issues/3/comments"] = [comment("erin", line, new Date().toISOString())];
  const update = (await due()).body;
  assert.equal(update.state, "open");
  assert.match(update.body, /Erin broke the glass: “The phone number was wrong”/);
  unmerge();
  github.answers["/rulesets"] = null;
  assert.match(await github.says(2, "protect.mjs"), /\/rulesets/);
});

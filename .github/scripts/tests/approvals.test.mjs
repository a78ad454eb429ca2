import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, test } from "node:test";
import { BOT, commit, GitHub, git, merge, write } from "./github.mjs";

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
/** GitHub signs what is committed in the browser. */
const VERIFIED = { verification: { verified: true, reason: "valid" } };
const AT = "2026-03-09T12:00:00Z";
const RULES = { name: "main", target: "branch", rules: [{ type: "deletion" }], bypass_actors: [] };

const github = await GitHub.start();
const { author, clone } = github;
git(author, "switch", "--quiet", "main");
write(author, {
  ".github/approvers.toml": APPROVERS,
  ".github/CODEOWNERS": "* @a/compliance\n/content/articles/ @a/all\n",
});
write(author, { ".github/rulesets/main.json": JSON.stringify(RULES) });
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

const user = (login) => ({ login, type: "User" });
const approved = (login, commit_id, body = "") => ({
  user: user(login),
  state: "APPROVED",
  body,
  commit_id,
  submitted_at: AT,
});

/** GitHub knows of the pull request what the API has of it. */
function answer(reviews = [], comments = []) {
  const written = { author: user("amy"), committer: user("web-flow"), commit: VERIFIED };
  const commits = git(author, "rev-list", `${github.main}..${github.head}`).trim().split("\n");
  github.answers = {
    "/pulls/3": {
      ...github.pulls[0],
      title: "A change",
      user: user("amy"),
      merged_at: null,
      merged_by: null,
    },
    "/pulls/3/commits": commits.map((sha) => ({ sha, ...written })),
    "/pulls/3/reviews": reviews,
    "/issues/3/comments": comments,
  };
}

/** The statuses that a newer run sets, by the commit and the name. */
async function statuses(event = { workflow_run: { id: 11 } }) {
  github.runId += 1;
  const { status, said } = await github.script("approvals.mjs", event);
  assert.equal(status, 0, said);
  const set = {};
  for (const { method, path, body } of github.changes.splice(0)) {
    assert.equal(method, "POST");
    assert.ok(body.description.length <= 140, body.description);
    set[path.replace("/statuses/", "")] = { ...set[path.replace("/statuses/", "")], [body.context]: body };
  }
  return set;
}

async function state(event) {
  const set = (await statuses(event))[github.head];
  return set.compliance.state;
}

const talk = { user: user("amy"), body: "talk", created_at: AT, updated_at: AT };

/** Proposes another rate. */
function proposeRate() {
  const fees = readFileSync(join(author, "content/fees.toml"), "utf8");
  assert.ok(fees.includes("rate = 60"));
  github.propose({ "content/fees.toml": fees.replace("rate = 60", "rate = 65") });
}

test("the status follows reviews, by whoever may approve and has no hand in the change", async () => {
  answer();
  const waiting = (await statuses())[github.head];
  assert.equal(waiting.compliance.state, "pending");
  assert.match(waiting.compliance.description, /Waits for the approval of an editor/);
  answer([approved("amy", github.head), approved("stranger", github.head), approved("erin", github.main)]);
  assert.equal(await state(), "pending");
  answer([approved("erin", github.head)]);
  assert.equal(await state(), "success");
  answer([approved("erin", github.head), { ...approved("cora", github.head), state: "CHANGES_REQUESTED" }]);
  assert.equal(await state(), "failure");
  // A dismissal doesn't end a refusal.
  const refusal = { ...approved("cora", github.head), id: 5, state: "CHANGES_REQUESTED" };
  answer([approved("erin", github.head), refusal]);
  github.dismiss(refusal);
  assert.equal(await state(), "failure");
  github.answers["/issues/3/events"] = [];
  assert.equal(await state(), "error");
  assert.equal(git(clone, "status", "--porcelain"), "", "nothing was checked out");
});

test("a review by compliance approves a fee table; an editor's review and a comment don't", async () => {
  proposeRate();
  answer([approved("erin", github.head)]);
  const { compliance } = (await statuses())[github.head];
  assert.equal(compliance.state, "pending");
  assert.match(compliance.description, /approval of compliance: content\/fees.toml/);
  answer([approved("cora", github.head)]);
  assert.equal(await state(), "success");
  const body = `/approve ${github.head.slice(0, 10)}`;
  answer([], [{ user: user("cora"), body, created_at: AT, updated_at: AT }]);
  assert.equal(await state(), "pending");

  // Another rate is another commit.
  const { head } = github;
  const fees = readFileSync(join(author, "content/fees.toml"), "utf8");
  github.propose({ "content/fees.toml": fees.replace("rate = 65", "rate = 70") });
  answer([approved("cora", head)]);
  assert.equal(await state(), "pending");
});

test("an editor's review doesn't approve a workflow or a component", async () => {
  for (const path of [".github/workflows/check.yml", "web/src/blocks/fee.tsx"]) {
    github.begin({ [path]: "change\n" });
    answer([approved("erin", github.head)]);
    const { compliance } = (await statuses())[github.head];
    assert.equal(compliance.state, "pending");
    assert.equal(compliance.description, `Waits for the approval of compliance or a maintainer: ${path}`);
    answer([approved("cora", github.head)]);
    assert.equal(await state(), "success");
  }
});

test("the status names who broke the glass, why, and until when", async () => {
  const body = `/break-glass ${github.head} The phone number was wrong`;
  const at = new Date().toISOString();
  answer([], [{ user: user("erin"), body, created_at: at, updated_at: at }]);
  const event = { issue: { number: 3, pull_request: {} }, comment: { body, user: user("erin") } };
  const { compliance } = (await statuses(event))[github.head];
  const day = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  assert.deepEqual(
    [compliance.state, compliance.description],
    ["success", `Erin broke the glass, approve by ${day}: The phone number was wrong`],
  );
  // The 7 days begin with the first comment.
  const week = new Date(Date.now() - 7 * 24 * 60 * 60 * 1000).toISOString();
  const comments = [week, at].map((time) => ({
    user: user("erin"),
    body,
    created_at: time,
    updated_at: time,
  }));
  answer([], comments);
  assert.equal(await state(event), "pending");
});

test("an older run that ends last keeps the status of a newer run", async () => {
  const [older, newer] = [101, 102];
  const runs = async (id) => {
    github.answers["/rules/branches/main"] = [];
    github.runId = id;
    const { status, said } = await github.script("approvals.mjs", { workflow_run: { id: 11 } });
    assert.equal(status, 0, said);
    const [latest] = github.statuses[github.head];
    return [latest.state, latest.target_url.split("/").at(-1)];
  };
  answer([approved("erin", github.head)]);
  assert.deepEqual(await runs(newer), ["success", "102"]);
  // The older run read the reviews before the approval.
  answer();
  assert.deepEqual(await runs(older), ["success", "102"]);
  assert.deepEqual(await runs(newer), ["pending", "102"], "a person repeats the newest run");
  answer([approved("erin", github.head)]);
  assert.deepEqual(await runs(103), ["success", "103"]);

  // A link in another account's status or in another status doesn't stop a run.
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
  answer([approved("erin", github.head)]);
  assert.deepEqual(await runs(105), ["success", "105"]);
});

test("the status fees is set as long as GitHub's rules require it", async () => {
  proposeRate();
  answer();
  const path = "/rules/branches/main";
  const checks = (...contexts) => [
    { type: "deletion" },
    {
      type: "required_status_checks",
      parameters: { required_status_checks: contexts.map((context) => ({ context })) },
    },
  ];
  github.answers[path] = checks("check", "compliance", "fees");
  const { fees } = (await statuses())[github.head];
  assert.deepEqual(
    [fees.state, fees.description],
    ["success", "Not used: the review by compliance covers the fee tables"],
  );
  github.answers[path] = checks("check", "compliance");
  assert.deepEqual(Object.keys((await statuses())[github.head]), ["compliance"]);
  // Without an answer, a pull request must not wait for a status that nothing sets.
  github.answers[path] = null;
  assert.deepEqual(Object.keys((await statuses())[github.head]).sort(), ["compliance", "fees"]);
});

test("the commit of a merge queue has the statuses of its pull request", async () => {
  answer([approved("erin", github.head)]);
  const queued = "0123456789012345678901234567890123456789";
  github.openPullRequest({ head_branch: `gh-readonly-queue/main/pr-3-${github.main}`, head_sha: queued });
  const set = await statuses();
  assert.deepEqual(Object.keys(set), [queued]);
  assert.equal(set[queued].compliance.state, "success");
});

test("what can't be told is an error, and what is none of ours is left alone", async () => {
  answer([approved("erin", github.head)]);
  github.answers["/pulls/3/commits"] = [{ sha: github.head, author: null, committer: {}, commit: VERIFIED }];
  const { compliance } = (await statuses())[github.head];
  assert.equal(compliance.state, "error");
  assert.match(compliance.description, /^GitHub doesn't know the account of the author/);
  answer([approved("erin", github.head)]);
  github.answers["/pulls/3/commits"][0].commit = { verification: { verified: false, reason: "unsigned" } };
  assert.match(
    (await statuses())[github.head].compliance.description,
    /^GitHub names its own account, web-flow/,
  );
  const issue = { issue: { number: 3 }, comment: { body: "/approve", user: user("erin") } };
  assert.deepEqual(await statuses(issue), {});
  github.answers["/pulls/3"] = { ...github.pulls[0], state: "closed" };
  assert.deepEqual(await statuses(), {});
  github.answers["/pulls/3/reviews"] = null;
  github.answers["/pulls/3"] = github.pulls[0];
  const { status, said } = await github.script("approvals.mjs", { workflow_run: { id: 11 } });
  assert.equal(status, 2);
  assert.match(said, /\/pulls\/3\/reviews.*found 404/);
});

/** Merges the pull request; GitHub's answers about the range are fetched into a file. */
function mergePull() {
  git(clone, "pull", "--quiet");
  git(author, "switch", "--quiet", "main");
  git(author, "pull", "--quiet", "origin", "main");
  const merged = merge(author, "change");
  git(clone, "pull", "--quiet");
  git(author, "switch", "--quiet", "change");
  const pull = {
    ...github.answers["/pulls/3"],
    merged_at: AT,
    merged_by: user("erin"),
    merge_commit_sha: merged,
  };
  Object.assign(github.answers, {
    "/pulls/3": pull,
    [`/commits/${merged}`]: {
      sha: merged,
      author: user("erin"),
      committer: user("web-flow"),
      commit: { comment_count: 1 },
    },
    [`/commits/${merged}/comments`]: [talk],
    "": { default_branch: "main" },
    [`/commits/${merged}/pulls`]: [
      { number: 8, merged_at: null, base: { ref: "main" } },
      { number: 9, merged_at: AT, base: { ref: "other" } },
      { number: 3, merged_at: AT, base: { ref: "main" } },
    ],
  });
  return merged;
}

/** Sets main back to what it was. */
function unmerge() {
  git(author, "push", "--quiet", "--force", "origin", `${github.main}:main`);
  git(author, "branch", "--quiet", "--force", "main", github.main);
  git(clone, "fetch", "--quiet", "origin");
  git(clone, "reset", "--quiet", "--hard", github.main);
}

test("GitHub's answers are fetched as main's program reads them, page after page", async () => {
  const base = github.main;
  answer([], Array(120).fill(talk));
  github.answers["/pulls/3/reviews"] = [
    ...Array(130).fill({ ...approved("amy", github.head), state: "COMMENTED" }),
    approved("erin", github.head),
  ];
  const merged = mergePull();
  const file = join(github.folder, "answers.json");
  github.failures = [{ path: "/pulls/3/reviews", status: 502 }];
  const { status, said } = await github.script("answers.mjs", {}, file, base, merged);
  assert.equal(status, 0, said);
  assert.match(said, /GET \/pulls\/3\/reviews.*found 502: a failure; attempt 2 of 4 in 1 s/);
  const answers = JSON.parse(readFileSync(file, "utf8"));
  assert.deepEqual(answers.commits[0].pulls, [3]);
  assert.equal(answers.commits[0].comments.length, 1);
  assert.equal(answers.pulls[0].reviews.length, 131);
  assert.equal(answers.pulls[0].comments.length, 120);
  // The head is here, though the clone has never had the branch.
  const program = join(clone, "target/kept/site-ops");
  const judged = spawnSync(program, ["approvals", `${base}..${merged}`, "--answers", file], {
    cwd: clone,
    encoding: "utf8",
  });
  assert.equal(judged.status, 0, judged.stdout + judged.stderr);
  assert.match(judged.stdout, /pull request 3 “A change”, \w+, merged by erin\n {2}editor: Erin/);

  // After its publication, the change is checked again: by the scripts and by main's program alike.
  const again = await github.script("answers.mjs", {}, file, merged, merged);
  assert.equal(again.status, 0, again.said);
  assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), answers);
  writeFileSync(file, JSON.stringify({ ...answers, pulls: [{ ...answers.pulls[0], reviews: [] }] }));
  const unapproved = spawnSync(program, ["approvals", `${merged}..${merged}`, "--answers", file], {
    cwd: clone,
    encoding: "utf8",
  });
  assert.equal(unapproved.status, 1, unapproved.stdout + unapproved.stderr);
  assert.match(unapproved.stdout, /0 changes between \w+ and \w+, 1 before: approvals are missing/);

  // A GitHub that refuses or does not answer is no answer.
  github.answers["/pulls/3/reviews"] = null;
  const refused = await github.script("answers.mjs", {}, file, base, merged);
  assert.equal(refused.status, 2);
  assert.match(refused.said, /error: who approved is unknown.*reviews.*404/);
  process.env.SITE_API_MILLISECONDS = "1";
  const slow = await github.script("answers.mjs", {}, file, base, merged);
  delete process.env.SITE_API_MILLISECONDS;
  assert.equal(slow.status, 2);
  assert.match(slow.said, /is unknown/);
  unmerge();
});

/**
 * The folder of a record with one publication of a range by break-glass.
 * @param {string} range
 * @param {string} reason
 */
function recordOf(range, reason) {
  const folder = mkdtempSync(join(github.folder, "record-"));
  const path = (/** @type {string} */ name) => join(folder, name);
  mkdirSync(path("unpacked/bodies"), { recursive: true });
  const manifest = { digest: "d1", commit: "c0ffee", editions: [{ starts: null, rows: [] }] };
  writeFileSync(path("unpacked/manifest.json"), JSON.stringify(manifest));
  writeFileSync(path("break-glass"), reason);
  const create = ["create", "--zone", "America/Chicago", "--fiscal-year-ends", "12-31"];
  const begins = ["write", "begins", "--place", "live", "--unpacked", path("unpacked")];
  begins.push("--range", range, "--evidence", path("break-glass"));
  for (const parameters of [create, begins]) {
    const all = ["record", ...parameters, "--actor", "ann", "--record", path("record")];
    const written = spawnSync(join(clone, "target/kept/site-ops"), all, { cwd: clone, encoding: "utf8" });
    assert.equal(written.status, 0, written.stdout + written.stderr);
  }
  return path("record");
}

test("once a week one issue says what is not as the repository has it", async () => {
  const ruleset = { id: 7, ...RULES, source: "example/site" };
  github.answers = {
    "": { default_branch: "main" },
    "/rulesets": [{ id: 7 }],
    "/rulesets/7": ruleset,
    "/codeowners/errors": { errors: [] },
  };
  github.issues = [];
  const right = await github.script("protect.mjs", {});
  assert.equal(right.status, 0, right.said);
  assert.match(right.said, /Main is protected as the repository says/);
  assert.match(right.said, /0 changes between/);
  assert.deepEqual(github.changes, []);

  github.answers["/codeowners/errors"] = { errors: [{ line: 1, kind: "Unknown owner", source: "* @a/all" }] };
  const wrong = await github.script("protect.mjs", {});
  assert.equal(wrong.status, 1, wrong.said);
  const [{ method, path, body }] = github.changes.splice(0);
  assert.deepEqual([method, path], ["POST", "/issues"]);
  assert.match(body.body, /^<!-- site: protect -->\n\n## GitHub's rules\n\n```\n- .github\/CODEOWNERS:1/);

  github.issues = [{ number: 9, user: BOT, body: body.body }];
  github.answers["/codeowners/errors"] = { errors: [] };
  await github.script("protect.mjs", {});
  assert.deepEqual(
    github.changes.splice(0).map(({ path, body }) => [path, body.state]),
    [["/issues/9", "closed"]],
  );

  // What was merged since main has approvers is asked about, too.
  const asked = github.answers;
  answer();
  const tip = mergePull();
  Object.assign(github.answers, asked);
  const merged = await github.script("protect.mjs", {});
  assert.equal(merged.status, 1, merged.said);
  assert.match(github.changes.splice(0)[0].body.body, /editor: not approved[\s\S]*approvals are missing/);
  // The record names an operator who published without approvals.
  github.environment = { SITE_RECORD: recordOf(`${github.main}..${tip}`, "ann: The hours were wrong") };
  const published = await github.script("protect.mjs", {});
  github.environment = {};
  assert.equal(published.status, 1, published.said);
  assert.match(
    github.changes.splice(0)[0].body.body,
    /ann published it by break-glass: “The hours were wrong”/,
  );
  // A broken glass is named from its first day.
  const line = `/break-glass ${github.head} The phone number was wrong`;
  const at = new Date().toISOString();
  github.answers["/issues/3/comments"] = [{ user: user("erin"), body: line, created_at: at, updated_at: at }];
  const broken = await github.script("protect.mjs", {});
  assert.equal(broken.status, 1, broken.said);
  const [update] = github.changes.splice(0);
  assert.equal(update.body.state, "open");
  assert.match(update.body.body, /Erin broke the glass: “The phone number was wrong”/);
  unmerge();
  github.answers["/rulesets"] = null;
  const refused = await github.script("protect.mjs", {});
  assert.equal(refused.status, 2);
  assert.match(refused.said, /\/rulesets/);
});

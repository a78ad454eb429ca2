import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { artifact, GitHub, git, SNAPSHOT } from "./github.mjs";

let github;
beforeEach(async () => {
  // What is accepted is fetched without its history: no other test can have that clone.
  github = await GitHub.start();
  github.begin();
  github.permissions.reviewer = "write";
  check();
});

/** The check of the pull request's head has ended, with these snapshots. */
function check(snapshots = [{ path: SNAPSHOT, text: "new\n" }]) {
  github.openPullRequest();
  github.artifacts = { 11: { report: artifact("report", { "snapshots.json": JSON.stringify(snapshots) }) } };
}

/** The ID that the report shows. */
async function id() {
  const event = { workflow_run: { id: 11 } };
  const { said } = await github.script("report.mjs", event);
  const shown = /\/accept-snapshots ([0-9a-f]{16})/.exec(github.changes.at(-1)?.body.body ?? "");
  assert.ok(shown, said);
  github.changes = [];
  return shown[1];
}

function accept(body, login = "reviewer") {
  const event = { issue: { number: 3, pull_request: {} }, comment: { body, user: { login } } };
  return github.script("accept.mjs", event);
}

const tip = () => git(github.origin, "rev-parse", "refs/heads/change").trim();

async function refused(body, because, login) {
  const before = tip();
  const { status, said } = await accept(body, login);
  assert.equal(status, 1, said);
  assert.match(said, because);
  assert.equal(tip(), before, "nothing was pushed");
}

test("the snapshots that were read are committed, and nothing else", async () => {
  const { status, said } = await accept(`/accept-snapshots ${await id()}\r\n`);
  assert.equal(status, 0, said);
  const made = tip();
  assert.equal(git(github.origin, "rev-parse", `${made}^`).trim(), github.head);
  assert.equal(git(github.origin, "diff", "--name-status", github.head, made), `M\t${SNAPSHOT}\n`);
  assert.equal(git(github.origin, "show", `${made}:${SNAPSHOT}`), "new\n");
  const log = git(github.origin, "log", "-1", "--format=%an %B", made);
  assert.match(log, /^github-actions\[bot\] Accept[\s\S]*Reviewed by reviewer\./);
  assert.deepEqual(
    github.changes.map(({ path }) => path),
    [
      "/actions/workflows/check.yml/dispatches",
      "/actions/workflows/test.yml/dispatches",
      "/issues/3/comments",
    ],
  );
  assert.equal(git(github.clone, "status", "--porcelain"), "", "nothing was checked out");
});

test("a snapshot that no test asks for any more is deleted", async () => {
  check([{ path: SNAPSHOT, text: null }]);
  await accept(`/accept-snapshots ${await id()}`);
  assert.equal(git(github.origin, "diff", "--name-status", github.head, tip()), `D\t${SNAPSHOT}\n`);
});

test("nothing is accepted but what was read, of the head that was checked, by who may write", async () => {
  const line = `/accept-snapshots ${await id()}`;
  for (const body of ["/accept-snapshots-please", "I'd /accept-snapshots", "/accept-snapshots a b"])
    assert.match((await accept(body)).said, /not a comment for this workflow/);
  await refused(line, /expected a reviewer with the right to write/, "stranger");
  assert.deepEqual(github.changes, [], "who may not write gets no answer");
  await refused("/accept-snapshots", /found none; read the report/);
  assert.match(
    github.changes[0].body.body,
    /^<!-- site: accept-snapshots -->\nNothing was accepted: expected the ID/,
  );
  check([{ path: SNAPSHOT, text: "worse\n" }]);
  await refused(line, /found another; read the report/);
  check([{ path: ".github/workflows/test.yml", text: "on: push" }]);
  await refused(line, /in a folder of snapshots/);
  check();
  github.head = github.push({ "build.rs": "evil" });
  await refused(line, /the branch has moved meanwhile/);
  github.pulls[0].head.sha = github.head;
  await refused(line, /is not done; wait for its report/);
  check();
  await refused(line, /found another/);
  github.pulls[0].head.repo.full_name = "fork/site";
  await refused(line, /comes from another repository/);
});

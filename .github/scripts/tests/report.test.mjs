import assert from "node:assert/strict";
import { mkdirSync, symlinkSync } from "node:fs";
import { after, beforeEach, test } from "node:test";
import { parse } from "../snapshots.mjs";
import { artifact, BOT, commit, git, publish, repository, script, start, write } from "./github.mjs";

const SNAPSHOT = "site-server/tests/snapshots/pages/fees.snap";
let github;
let house;
const stops = [];
after(() => {
  for (const stop of stops) stop();
});

beforeEach(async () => {
  github = await start();
  stops.push(github.stop);
  house = repository(github);
  github.pulls = [pull(3, "example")];
});

function pull(number, owner) {
  const repo = { full_name: `${owner}/site`, owner: { login: owner } };
  return { number, state: "open", head: { ref: "change", sha: house.head, repo } };
}

function checked(more = {}) {
  return {
    workflow_run: {
      id: 11,
      head_sha: house.head,
      head_branch: "change",
      head_repository: { owner: { login: "example" } },
      conclusion: "success",
      html_url: "https://github.example/run/11",
      ...more,
    },
  };
}

const files = (text = "new\n") => JSON.stringify([{ path: SNAPSHOT, text }]);
const report = (event = checked()) => script(github, house.clone, "report.mjs", event);

async function comment(parts) {
  github.artifacts[11] = { report: artifact("report", parts) };
  const { status, said } = await report();
  assert.equal(status, 0, said);
  return github.changes.at(-1).body.body;
}

test("the report, the downloads and the snapshots stand in one comment", async () => {
  github.artifacts[11] = {
    report: artifact("report", {
      "diff.md": "### Fees\n\n$1,000,000: $12,500 → $11,900\n",
      "snapshots.json": files(),
    }),
    preview: artifact("preview", { "index.html": "" }),
    screenshots: artifact("screenshots", { "fees-360-after.png": "" }),
  };
  assert.equal((await report()).status, 0);
  const [{ method, path, body }] = github.changes;
  assert.deepEqual([method, path], ["POST", "/issues/3/comments"]);
  assert.match(body.body, /^<!-- site: report -->\n## What this change means/);
  assert.match(body.body, /\$1,000,000: \$12,500 → \$11,900/);
  assert.match(body.body, /run\/11\/artifacts\/\d+\), unpack it/);
  assert.match(body.body, /\[download the screenshots\]\(\S+run\/11\/artifacts\/\d+\)/);
  assert.match(body.body, /-old\n\+new\n/);
  assert.match(body.body, /```\n\/accept-snapshots [0-9a-f]{16}\n```/);
});

test("the comment is brought up to date in place, and only our own is", async () => {
  github.comments = Array.from({ length: 120 }, (_, id) => ({
    id,
    body: "talk",
    user: { login: "a", type: "User" },
  }));
  github.comments.push({
    id: 500,
    body: "<!-- site: report -->\nmine",
    user: { login: "mallory", type: "User" },
  });
  github.comments.push({ id: 501, body: "<!-- site: report -->\nold", user: BOT });
  await comment({ "diff.md": "Text\n" });
  assert.equal(github.changes.length, 1);
  assert.deepEqual([github.changes[0].method, github.changes[0].path], ["PATCH", "/issues/comments/501"]);
});

test("a check of a commit that is no longer the head is not reported", async () => {
  github.pulls[0].head.sha = "0".repeat(40);
  const { status, said } = await report();
  assert.equal(status, 0);
  assert.match(said, /nothing to report/);
  assert.deepEqual(github.changes, []);
});

test("a pull request is found by its own repository and branch, not by what an artifact says", async () => {
  github.pulls = [pull(3, "example"), pull(4, "fork")];
  github.artifacts[11] = { report: artifact("report", { "diff.md": "Text\n", number: "3" }) };
  assert.equal((await report(checked({ head_repository: { owner: { login: "fork" } } }))).status, 0);
  assert.equal(github.changes[0].path, "/issues/4/comments");
});

test("a check that failed before there was a report says where the problems stand", async () => {
  assert.equal((await report(checked({ conclusion: "failure" }))).status, 0);
  const text = github.changes[0].body.body;
  assert.match(text, /did not pass\. Each problem stands beside its line/);
  assert.match(text, /the site could not be built/);
});

test("what strangers wrote calls nobody, loads nothing and is no marker", async () => {
  const text = await comment({
    "diff.md":
      "@example/everyone fixes #12\n![x](https://evil.example/p.png)\n<img src=x> <!-- site: report -->\n",
  });
  assert.doesNotMatch(text, /@example/);
  assert.doesNotMatch(text, /#12/);
  assert.doesNotMatch(text, /!\[x/);
  assert.doesNotMatch(text, /<img/);
  assert.equal(text.split("<!-- site: report -->").length, 2);
});

test("a long report is cut with its fences closed, and a huge one is refused", async () => {
  const text = await comment({ "diff.md": `<details>\n\n\`\`\`diff\n${"+ line\n".repeat(20_000)}` });
  assert.ok(text.length < 65_536, String(text.length));
  assert.equal(text.match(/^```/gm).length, 2);
  assert.match(text, /<\/details>\n\nThe rest is in the artifact/);

  github.changes = [];
  github.artifacts[11] = { report: artifact("report", { "diff.md": "a".repeat(30_000_000) }) };
  assert.ok(github.artifacts[11].report.size_in_bytes < 100_000, "small while packed");
  const { status, said } = await report();
  assert.equal(status, 1);
  assert.match(said, /at most 20000000 bytes, found more/);
  assert.deepEqual(github.changes, []);
});

test("a snapshot's text stays in its fence", async () => {
  const text = await comment({ "diff.md": "", "snapshots.json": files("````\n@example/everyone\n") });
  assert.match(text, /^`{5}diff$/m);
});

test("snapshots of other places, through links, or not as data are refused in the comment", async () => {
  const refused = async (content) => {
    const text = await comment({ "diff.md": "", "snapshots.json": content });
    assert.doesNotMatch(text, /\/accept-snapshots/);
    return text;
  };
  const at = (path) => JSON.stringify([{ path, text: "new\n" }]);
  for (const path of [
    ".github/workflows/check.yml",
    "site-server/tests/snapshots/../../build.rs",
    "site-server/tests/snapshots/a.rs",
    "/site-server/tests/snapshots/a.snap",
    "content/snapshots/a.snap",
    "site-server/tests/snapshots/a.snap\n100644",
  ]) {
    assert.throws(() => parse(at(path)), /expected each path once, in a folder of snapshots/, path);
  }
  assert.throws(() => parse("no"), /to be JSON/);
  assert.throws(() => parse('{"path": 1}'), /expected a list/);
  assert.throws(() => parse('[{"path": 1}]'), /to have a path and a text/);
  assert.throws(() => parse(`[${files().slice(1, -1)},${files().slice(1, -1)}]`), /expected each path once/);
  assert.match(
    await refused(at(".github/workflows/check.yml")),
    /They can't be accepted from here: expected each path/,
  );

  git(house.author, "rm", "-r", "--quiet", "site-server/tests/snapshots");
  git(house.author, "config", "core.symlinks", "true");
  write(house.author, { "elsewhere/a": "" });
  mkdirSync(`${house.author}/site-server/tests`, { recursive: true });
  symlinkSync("../../elsewhere", `${house.author}/site-server/tests/snapshots`);
  house.head = commit(house.author, "Link");
  publish(house.author);
  github.pulls = [pull(3, "example")];
  assert.match(await refused(files()), /found a link at site-server\/tests\/snapshots/);
});

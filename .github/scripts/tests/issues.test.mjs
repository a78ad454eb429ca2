import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { beforeEach, test } from "node:test";
import { BOT, GitHub, user, write } from "./github.mjs";

const github = await GitHub.start();
const NIGHTS = "/actions/workflows/nightly.yml/runs";
beforeEach(() => {
  github.issues = [];
  github.answers = { [NIGHTS]: { workflow_runs: [] } };
});

/** Writes files, runs a script with their paths, and returns its changes of issues by method, path and state. */
async function changes(name, files) {
  write(github.folder, files);
  const paths = Object.keys(files).map((file) => join(github.folder, file));
  await github.says(0, name, {}, ...paths);
  const made = github.changes.splice(0);
  for (const { body } of made) if (body.body) github.issues = [{ number: 9, user: BOT, body: body.body }];
  return made.map(({ method, path, body }) => [method, path, body.state]);
}

const text = () => github.issues[0].body;
const created = ["POST", "/issues", undefined];
const patched = (state) => ["PATCH", "/issues/9", state];
/** A new issue that is closed by its number. */
const closed = ["PATCH", "/issues/7", "closed"];

test("what is due is in one issue, which is opened, brought up to date, closed and opened again", async () => {
  const list = "## Due for review on 2026-01-05\n\n### Facts: 1\n";
  const nothing = "## Due for review on 2026-01-05\n\nNothing is due.\n";
  const reviews = (reviews) => changes("reviews.mjs", { reviews });
  assert.deepEqual(await reviews(nothing), []);
  assert.deepEqual(await reviews(list), [created]);
  // Only the date has changed.
  assert.deepEqual(await reviews(list.replace("-05", "-12")), []);
  assert.deepEqual(await reviews(list.replace("1\n", "2\n")), [patched("open")]);
  assert.deepEqual(await reviews(nothing), [patched("closed")]);
  // Anyone can write a marker.
  github.issues = [{ number: 8, user: user("mallory"), body: text() }];
  assert.deepEqual(await reviews(list), [created]);
});

test("a failed job for snapshots is due, whatever else is, and whatever became of the rest of its night", async () => {
  const night = (id, ...conclusions) => ({
    id,
    jobs: ["snapshots", "push-snapshots", "advisories"].map((name, at) => ({
      name,
      conclusion: conclusions[at],
      html_url: `https://github.example/job/${id}-${name}`,
    })),
  });
  const said = async (...nights) => {
    github.answers[NIGHTS] = { workflow_runs: nights };
    for (const { id, jobs } of nights) github.answers[`/actions/runs/${id}/jobs`] = { jobs };
    github.issues = [];
    await changes("reviews.mjs", { reviews: "## Due for review on 2026-01-05\n\nNothing is due.\n" });
    return github.issues[0]?.body ?? "";
  };
  assert.equal(await said(), "");
  const failed = night(2, "failure", "skipped", "success");
  assert.equal(await said(night(3, "success", "success", "failure"), failed), "");
  const skipped = night(4, "skipped", "skipped", "success");
  const due = await said(skipped, night(3, "success", "failure", "success"), failed);
  assert.match(due, /\[The last job\]\(\S+\/job\/3-push-snapshots\).*`cargo site test --accept`/);
  assert.match(await said(night(3, "failure", "skipped", "success")), /job\/3-snapshots\)/);
});

test("what differs at the place is one issue, not one a night, and is closed when all is right", async () => {
  const night = (status, report) => changes("nightly.mjs", { report, status: `${status}\n` });
  assert.deepEqual(await night(0, "as published"), []);
  assert.deepEqual(await night(1, "status: at /fees"), [created]);
  assert.match(text(), /status: at \/fees/);
  assert.deepEqual(await night(1, "status: at /fees"), []);
  // A night without an answer doesn't close the issue.
  assert.deepEqual(await night(2, "no answer"), [patched(undefined)]);
  assert.deepEqual(await night(0, "as published"), [patched("closed")]);
});

test("a place that can't be asked is news after three nights in a row", async () => {
  const night = (status, report) => changes("nightly.mjs", { report, status: `${status}\n` });
  assert.deepEqual(await night(2, "no answer"), [created, closed]);
  assert.deepEqual(await night(2, "no answer"), [patched(undefined)]);
  assert.deepEqual(await night(0, "as published"), [patched("closed")]);
  // The count starts over.
  assert.deepEqual(await night(2, "no answer"), [patched(undefined)]);
  assert.deepEqual(await night(2, "no answer"), [patched(undefined)]);
  assert.deepEqual(await night(2, "no answer"), [patched("open")]);
  assert.match(text(), /3 nights in a row/);
});

test("an address that is gone twice, days apart, is reported with its places, and no other", async () => {
  const statuses = { "/Roth_(IRA)": 404, "/it's": 410, "/refused": 403, "/broken": 500, "/here": 200 };
  const server = createServer((request, response) => response.writeHead(statuses[request.url] ?? 404).end());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const site = `http://127.0.0.1:${server.address().port}`;
  const urls = Object.keys(statuses).map((path) => site + path);
  urls.push("http://127.0.0.1:9/no-one", "https://www.example.com/gone");
  const list = urls.map((url) => `${url}\tcontent/a.mdx:3:5 content/b.toml:7:1\n`).join("");
  const run = (day) => {
    github.environment.SITE_TODAY = `${day}T12:00:00Z`;
    return changes("links.mjs", { list });
  };
  assert.deepEqual(await run("2026-01-07"), [created, closed]);
  assert.match(text(), /Nothing is gone\./);
  // Another run on the same day or two days later gives the same result.
  assert.deepEqual(await run("2026-01-07"), []);
  assert.deepEqual(await run("2026-01-09"), []);
  assert.deepEqual(await run("2026-01-14"), [patched("open")]);
  const places = "in ` content/a.mdx:3:5 `, ` content/b.toml:7:1 `, gone since 2026-01-07";
  assert.deepEqual(text().match(/^- .*$/gm), [
    `- \` ${site}/Roth_(IRA) \` ${places}`,
    `- \` ${site}/it's \` ${places}`,
  ]);
  // An address that works again is forgotten.
  statuses["/Roth_(IRA)"] = statuses["/it's"] = 200;
  assert.deepEqual(await run("2026-01-21"), [patched("closed")]);
  assert.doesNotMatch(text(), /gone since|Roth/);
  server.close();

  write(github.folder, { list: "no address\n" });
  const refused = await github.says(1, "links.mjs", {}, join(github.folder, "list"));
  assert.match(refused, /expected an address, a tab and its places, found "no address"/);
});

test("each merged pull request of a publication has one comment with the outcome, and no other has", async () => {
  const [one, two] = ["one", "two"].map((name) => github.push({ [name]: name }));
  const at = "2026-01-05T12:00:00Z";
  github.answers = {
    [`/commits/${one}/pulls`]: [
      { number: 3, merged_at: at },
      { number: 4, merged_at: null },
    ],
    [`/commits/${two}/pulls`]: [{ number: 5, merged_at: at }],
    "/issues/3/comments": [],
    "/issues/5/comments": [],
  };
  github.environment.GIT_DIR = `${github.author}/.git`;
  const comments = async (outcome, live) => {
    await github.says(0, "published.mjs", {}, outcome, live, two);
    return github.changes.splice(0).map(({ method, path, body }) => [method, path, body.body]);
  };
  const body = "<!-- site: published -->\nLive since 14:02 UTC, checked: abc";
  const [marker, outcome] = body.split("\n");
  assert.deepEqual(await comments(outcome, github.main), [
    ["POST", "/issues/5/comments", body],
    ["POST", "/issues/3/comments", body],
  ]);
  assert.deepEqual(await comments(outcome, ""), []);
  assert.deepEqual(await comments("", github.main), []);
  // Later publications update the comment.
  github.answers["/issues/5/comments"] = [{ id: 22, user: BOT, body: `${marker}\nNot published` }];
  assert.deepEqual(await comments(outcome, one), [["PATCH", "/issues/comments/22", body]]);
});

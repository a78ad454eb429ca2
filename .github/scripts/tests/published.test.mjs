import assert from "node:assert/strict";
import { test } from "node:test";
import { BOT, GitHub } from "./github.mjs";

const github = await GitHub.start();
const { main } = github;
const [one, two] = ["one", "two"].map((name) => github.push({ [name]: name }));
github.answers = {
  [`/commits/${one}/pulls`]: [
    { number: 3, merged_at: "2026-01-05T12:00:00Z" },
    { number: 4, merged_at: null },
  ],
  [`/commits/${two}/pulls`]: [{ number: 5, merged_at: "2026-01-05T13:00:00Z" }],
  "/issues/3/comments": [],
};

/** The comments of a publication that ended so; pull request 5 has these comments already. */
async function comments(outcome, live, ofPull5 = []) {
  github.answers["/issues/5/comments"] = ofPull5;
  const { status, said } = await github.script("published.mjs", {}, outcome, live, two);
  assert.equal(status, 0, said);
  return github.changes.splice(0).map(({ method, path, body }) => [method, path, body.body]);
}

test("each merged pull request of the range has one comment with the outcome, and no other has", async () => {
  github.environment.GIT_DIR = `${github.author}/.git`;
  const outcome = "Live since 14:02 UTC, checked: abc";
  const body = `<!-- site: published -->\n${outcome}`;
  assert.deepEqual(await comments(outcome, main), [
    ["POST", "/issues/5/comments", body],
    ["POST", "/issues/3/comments", body],
  ]);
  assert.deepEqual(await comments(outcome, ""), []);
  assert.deepEqual(await comments("", main), []);

  // Later publications change the one comment, and no other.
  const others = [{ id: 21, user: { login: "mallory", type: "User" }, body }];
  const ours = { id: 22, user: BOT, body: "<!-- site: published -->\nNot published" };
  assert.deepEqual(await comments(outcome, one, [...others, ours]), [["PATCH", "/issues/comments/22", body]]);
});

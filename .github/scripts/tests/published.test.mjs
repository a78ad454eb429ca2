import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { BOT, commit, git, write } from "./github.mjs";

const SCRIPT = fileURLToPath(new URL("../published.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "published-"));
git(folder, "init", "--quiet");
const [base, one, two] = ["base", "one", "two"].map((name) => {
  write(folder, { [name]: name });
  return commit(folder, name);
});

/** The comments that the script writes, of one run over these commits; pull request 5 has comments already. */
async function told(outcome, live, head, ofPull5 = []) {
  const comments = [];
  const pulls = {
    [one]: [
      { number: 3, merged_at: "2026-01-05T12:00:00Z" },
      { number: 4, merged_at: null },
    ],
    [two]: [{ number: 5, merged_at: "2026-01-05T13:00:00Z" }],
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.method !== "GET") comments.push([request.method, request.url, JSON.parse(body).body]);
    if (request.url.includes("/issues/5/comments?")) {
      response.end(JSON.stringify(ofPull5));
      return;
    }
    const sha = /commits\/(\w+)\/pulls/.exec(request.url)?.[1];
    response.end(JSON.stringify(pulls[sha] ?? []));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const child = spawn(process.execPath, [SCRIPT, outcome, live, head], {
    cwd: folder,
    env: {
      ...process.env,
      GITHUB_API_URL: `http://127.0.0.1:${server.address().port}`,
      GITHUB_REPOSITORY: "example/site",
    },
  });
  const [said, [status]] = await Promise.all([text(child.stderr), once(child, "close")]);
  server.close();
  assert.equal(status, 0, said);
  return comments;
}

test("each merged pull request of the range is told how it ended, and nobody else", async () => {
  const outcome = "Live since 14:02 UTC, checked: abc";
  const body = `<!-- site: published -->\n${outcome}`;
  assert.deepEqual(await told(outcome, base, two), [
    ["POST", "/repos/example/site/issues/5/comments", body],
    ["POST", "/repos/example/site/issues/3/comments", body],
  ]);
  assert.deepEqual(await told(outcome, "", two), []);
  assert.deepEqual(await told("", base, two), []);

  // Later publications change the one comment, and no other.
  const others = [{ id: 21, user: { login: "mallory", type: "User" }, body }];
  const ours = { id: 22, user: BOT, body: "<!-- site: published -->\nNot published" };
  assert.deepEqual(await told(outcome, one, two, [...others, ours]), [
    ["PATCH", "/repos/example/site/issues/comments/22", body],
  ]);
});

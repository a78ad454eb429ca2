import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { BOT, GitHub, write } from "./github.mjs";

const github = await GitHub.start();
const folder = mkdtempSync(join(tmpdir(), "nightly-"));

/** The changes of issues that a night makes which ends so. */
async function night(status, report, issues) {
  github.issues = issues;
  write(folder, { report, status: `${status}\n` });
  const { status: ended, said } = await github.script(
    "nightly.mjs",
    {},
    join(folder, "report"),
    join(folder, "status"),
  );
  assert.equal(ended, 0, said);
  return github.changes.splice(0);
}

const known = (body) => [{ number: 9, user: BOT, body }];

test("what differs is one issue, not one a night, and is closed when all is right", async () => {
  assert.deepEqual(await night(0, "answers as it should", []), []);
  const [made] = await night(1, "status: at /fees", []);
  assert.equal(made.method, "POST");
  assert.match(made.body.body, /status: at \/fees/);
  assert.deepEqual(await night(1, "status: at /fees", known(made.body.body)), []);
  const [closed] = await night(0, "answers as it should", known(made.body.body));
  assert.equal(closed.body.state, "closed");
});

test("a place that can't be asked is news after three nights", async () => {
  const [first, hidden] = await night(2, "no answer", []);
  assert.equal(hidden.body.state, "closed");
  const [second] = await night(2, "no answer", known(first.body.body));
  assert.equal(second.body.state, undefined);
  const [third] = await night(2, "no answer", known(second.body.body));
  assert.equal(third.body.state, "open");
  assert.match(third.body.body, /3 nights in a row/);
  // One night with an answer, and the count starts again.
  const [right] = await night(0, "answers as it should", known(second.body.body));
  const [again] = await night(2, "no answer", known(right.body.body));
  assert.match(again.body.body, /nights: 1 /);
});

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Api } from "../api.mjs";
import { GitHub } from "./github.mjs";

const github = await GitHub.start();
const STATUS = "/statuses/0123";

beforeEach(() => {
  github.answers = { "/pulls/3": { number: 3 } };
  github.changes = [];
  github.failures = [];
  github.requests = [];
});

/** An API whose pauses take no time, and the list of pauses in seconds. */
function impatientApi() {
  const pauses = [];
  const api = new Api({ ...github.api, SITE_API_PAUSE_MILLISECONDS: "1000" }, async (milliseconds) =>
    pauses.push(Math.round(milliseconds / 1000)),
  );
  return { api, pauses };
}

/** The pauses before a request succeeds. */
async function pausesOf(failures, method = "GET", path = "/pulls/3", body = undefined) {
  github.failures = failures.map((failure) => ({ method, path, ...failure }));
  const { api, pauses } = impatientApi();
  await api.ask(method, path, body);
  return pauses;
}

/** The number of requests before an error. */
async function attempts(failures, method = "GET", path = "/pulls/3", body = undefined) {
  github.requests = [];
  github.failures = failures.map((failure) => ({ method, path, ...failure }));
  await assert.rejects(impatientApi().api.ask(method, path, body), new RegExp(`${method} ${path}: expected`));
  return github.requests.length;
}

test("a request that fails is repeated after growing pauses, or after the time that GitHub names", async () => {
  assert.deepEqual(await pausesOf([{ status: 502 }]), [1]);
  assert.deepEqual(await pausesOf([{ status: 502 }, { status: 503 }, { status: 504 }]), [1, 2, 4]);
  assert.deepEqual(await pausesOf([{}, {}]), [1, 2], "a closed connection");
  assert.deepEqual(await pausesOf([{ status: 503, headers: { "retry-after": "7" } }]), [7]);
  assert.deepEqual(await pausesOf([{ status: 429 }]), [60]);
  assert.deepEqual(await pausesOf([{ status: 403, headers: { "retry-after": "30" } }]), [30]);
  const text = "You have exceeded a secondary rate limit.";
  assert.deepEqual(await pausesOf([{ status: 403, text }]), [60]);
  const reset = String(Math.ceil(Date.now() / 1000) + 20);
  const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
  const [pause] = await pausesOf([{ status: 403, headers }]);
  assert.ok(pause > 0 && pause <= 21, String(pause));
});

test("a request is repeated a few times only, and not if the same answer would follow", async () => {
  assert.equal(await attempts(Array(9).fill({ status: 502 })), 4);
  assert.equal(await attempts(Array(9).fill({})), 4);
  for (const status of [401, 403, 404, 409, 422, 500]) assert.equal(await attempts([{ status }]), 1);
  // The limit ends in an hour, longer than a script waits.
  assert.equal(await attempts([{ status: 429, headers: { "retry-after": "3600" } }]), 1);
  // Two pauses of a minute fit in a script's time, and a third doesn't.
  const { api, pauses } = impatientApi();
  github.failures = Array(9).fill({ path: "/pulls/3", status: 429 });
  await assert.rejects(api.ask("GET", "/pulls/3"), /429/);
  await assert.rejects(api.ask("GET", "/pulls/3"), /429/);
  assert.deepEqual(pauses, [60, 60, 60]);
});

test("a comment that GitHub may have written is not written twice, and a status is set again", async () => {
  const comment = ["POST", "/issues/3/comments", { body: "text" }];
  assert.equal(await attempts([{ status: 502 }], ...comment), 1);
  assert.equal(await attempts([{}], ...comment), 1);
  // A rate limit applies before anything is written.
  assert.deepEqual(await pausesOf([{ status: 429 }], ...comment), [60]);
  assert.deepEqual(await pausesOf([{ status: 502 }], "POST", STATUS, { state: "success" }), [1]);
  assert.deepEqual(await pausesOf([{ status: 502 }], "PATCH", "/issues/9", { state: "open" }), [1]);
  const paths = github.changes.map(({ path }) => path);
  assert.deepEqual(paths, ["/issues/3/comments", STATUS, "/issues/9"]);
});

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";
import { BOT, commit, GitHub, write } from "./github.mjs";

const github = await GitHub.start();
const statuses = { "/gone": 404, "/removed": 410, "/refused": 403, "/broken": 500, "/here": 200 };
const server = createServer((request, response) => {
  response.writeHead(statuses[request.url] ?? 200).end();
});
await once(server.listen(0, "127.0.0.1"), "listening");
server.unref();
const site = `http://127.0.0.1:${server.address().port}`;
const nobody = "http://127.0.0.1:9/nobody";
write(github.clone, {
  "content/links.toml": Object.keys(statuses)
    .map((path) => `${path.slice(1)} = "${site}${path}#part"`)
    .concat(`nobody = "${nobody}"`, 'placeholder = "https://www.example.com/gone"')
    .join("\n"),
});
commit(github.clone, "Links");

/** The changes of issues that a run on a day makes. */
async function run(day, issues) {
  github.issues = issues;
  process.env.SITE_TODAY = `${day}T12:00:00Z`;
  const { status, said } = await github.script("links.mjs", {});
  assert.equal(status, 0, said);
  return github.changes.splice(0);
}

test("what is gone twice, days apart, is reported, and nothing else", async () => {
  const [made, closed] = await run("2026-01-07", []);
  assert.equal(made.method, "POST");
  assert.match(made.body.body, /Nothing is gone\./);
  assert.equal(closed.body.state, "closed");
  const known = (body) => [{ number: 9, user: BOT, body }];

  // Again on the same day, and two days later, it says the same.
  assert.deepEqual(await run("2026-01-07", known(made.body.body)), []);
  assert.deepEqual(await run("2026-01-09", known(made.body.body)), []);
  const [changed] = await run("2026-01-14", known(made.body.body));
  assert.equal(changed.body.state, "open");
  const listed = changed.body.body.match(/^- .*$/gm);
  assert.deepEqual(listed, [
    `- \`${site}/gone\` in \`content/links.toml\`, gone since 2026-01-07`,
    `- \`${site}/removed\` in \`content/links.toml\`, gone since 2026-01-07`,
  ]);

  // One that is there again is forgotten.
  statuses["/gone"] = 200;
  statuses["/removed"] = 200;
  const [over] = await run("2026-01-21", known(changed.body.body));
  assert.equal(over.body.state, "closed");
  assert.match(over.body.body, /<!-- gone: \[\] -->/);
});

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { BOT, commit, git, repository, SNAPSHOT, script, start, write } from "./github.mjs";

const SCRIPTS = fileURLToPath(new URL("..", import.meta.url));
const github = await start();
after(github.stop);

const LIST = "## Due for review on 2026-01-05\n\n### Facts: 1\n";

async function issue(list) {
  const path = join(github.folder, "reviews.md");
  write(github.folder, { "reviews.md": list });
  const { status, said } = await script(github, github.folder, "issue.mjs", {}, path);
  assert.equal(status, 0, said);
  return github.changes.splice(0).map(({ method, path, body }) => [method, path, body.state]);
}

test("what is due stands in one issue, which is opened, brought up to date, closed and opened again", async () => {
  const nothing = "## Due for review on 2026-01-05\n\nNothing is due.\n";
  assert.deepEqual(await issue(nothing), []);
  assert.deepEqual(await issue(LIST), [["POST", "/issues", undefined]]);
  const ours = { number: 9, user: BOT, body: `<!-- site: reviews -->\n${LIST}` };
  github.issues = [{ number: 8, user: { login: "mallory", type: "User" }, body: ours.body }, ours];
  assert.deepEqual(await issue(LIST.replace("-05", "-12")), [], "only the day has changed");
  assert.deepEqual(await issue(LIST.replace("1\n", "2\n")), [["PATCH", "/issues/9", "open"]]);
  assert.deepEqual(await issue(nothing), [["PATCH", "/issues/9", "closed"]]);
});

test("the preview opens from the disk", () => {
  const folder = mkdtempSync(join(tmpdir(), "preview-"));
  write(join(folder, "dist"), {
    "index.html":
      '<a href="/">h</a> <a href="/fees#top">f</a> <a href="/feed.xml">m</a> <a href="//x.example">o</a>',
    "fees.html": '<img srcset="/assets/a.png 1x, /assets/b.png 2x" src="/assets/a.png">',
    "blog/one.html":
      '<a href="/">h</a> <a href="/fees">f</a> <style>@font-face{src:url(/assets/a.png)}</style>',
    "assets/a.png": "",
    "assets/b.png": "",
  });
  const run = spawnSync(process.execPath, [
    join(SCRIPTS, "preview.mjs"),
    join(folder, "dist"),
    join(folder, "out"),
  ]);
  assert.equal(run.status, 0, String(run.stderr));
  const made = (name) => readFileSync(join(folder, "out", name), "utf8");
  assert.equal(
    made("index.html"),
    '<a href="index.html">h</a> <a href="fees.html#top">f</a> <a href="/feed.xml">m</a> <a href="//x.example">o</a>',
  );
  assert.equal(made("fees.html"), '<img srcset="assets/a.png 1x, assets/b.png 2x" src="assets/a.png">');
  assert.equal(
    made("blog/one.html"),
    '<a href="../index.html">h</a> <a href="../fees.html">f</a> <style>@font-face{src:url(../assets/a.png)}</style>',
  );
});

test("changed, new and deleted snapshots are collected, and those that no test of a tested crate asked for", async () => {
  const { clone } = repository(github);
  const at = (name) => `site-server/tests/snapshots/pages/${name}.snap`;
  write(clone, { [at("gone")]: "", [at("left")]: "", "site-content/tests/snapshots/a.snap": "" });
  commit(clone, "Add snapshots");
  rmSync(join(clone, at("gone")));
  write(clone, {
    [SNAPSHOT]: "new\n",
    "web/src/__snapshots__/a.test.tsx.snap": "added\n",
    "README.md": "changed\n",
    "site-server/src/a.snap": "not in a folder of snapshots\n",
  });
  symlinkSync("/etc/hostname", join(clone, "site-server/tests/snapshots/link.snap"));
  const folder = join(github.folder, "report");
  const collected = async (...references) => {
    await script(github, clone, "collect.mjs", {}, folder, ...references);
    return JSON.parse(readFileSync(join(folder, "snapshots.json"), "utf8"));
  };
  const [fees, gone, left] = [
    { path: SNAPSHOT, text: "new\n" },
    { path: at("gone"), text: null },
    { path: at("left"), text: null },
  ];
  const added = { path: "web/src/__snapshots__/a.test.tsx.snap", text: "added\n" };
  assert.deepEqual(await collected(), [fees, gone, added]);
  write(github.folder, { asked: `${join(clone, "site-server/tests/snapshots/pages/../pages/fees.snap")}\n` });
  assert.deepEqual(await collected(join(github.folder, "asked")), [fees, gone, left, added]);
});

test("the shell's steps hand over what they are given, whatever it holds", () => {
  const { author, main } = repository(github);
  const bin = join(github.folder, "bin");
  const says = '#!/bin/sh\nprintf "%s\\n" "$@" > "$SAID"\nexit 1\n';
  write(bin, { cargo: says });
  write(author, { "target/kept/site": says });
  for (const path of [join(bin, "cargo"), join(author, "target/kept/site")]) chmodSync(path, 0o755);
  cpSync(SCRIPTS, join(author, ".github/scripts"), { recursive: true });
  const said = join(github.folder, "said");
  const folder = join(github.folder, "a folder; $(touch owned)");
  const step = (name, base, ...parameters) => {
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, SAID: said, BASE: base };
    return spawnSync(join(SCRIPTS, name), parameters, { cwd: author, encoding: "utf8", env });
  };
  const given = () => readFileSync(said, "utf8").trim().split("\n");
  assert.equal(step("diff.sh", "origin/main", "--screenshots", folder).status, 1);
  assert.deepEqual(given(), ["diff", main, "--screenshots", folder]);
  // What a runner hands over that knows no event: main is the program's to find.
  assert.equal(step("diff.sh", "", "--screenshots", folder).status, 1);
  assert.deepEqual(given(), ["diff", "--screenshots", folder]);
  assert.equal(step("diff.sh", "no-such-branch").status, 128, "a base that is unknown fails the step");
  const { status, stderr } = step("snapshots.sh", "", folder);
  assert.equal(status, 0, stderr);
  assert.equal(readFileSync(join(folder, "snapshots.json"), "utf8"), "[]");
  assert.equal(git(author, "status", "--porcelain", "owned"), "");
});

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { BOT, git, repository, script, start, write } from "./github.mjs";

const SCRIPTS = fileURLToPath(new URL("..", import.meta.url));
const LIST = "## Due for review on 2026-01-05\n\n### Facts: 1\n";

async function issue(github, list) {
  const path = join(github.folder, "reviews.md");
  write(github.folder, { "reviews.md": list });
  const { status, said } = await script(github, github.folder, "issue.mjs", {}, path);
  assert.equal(status, 0, said);
  return github.changes.splice(0).map(({ method, path, body }) => [method, path, body.state]);
}

test("what is due stands in one issue, which is opened, brought up to date, closed and opened again", async () => {
  const github = await start();
  try {
    const nothing = "## Due for review on 2026-01-05\n\nNothing is due.\n";
    assert.deepEqual(await issue(github, nothing), []);
    assert.deepEqual(await issue(github, LIST), [["POST", "/issues", undefined]]);
    const ours = { number: 9, user: BOT, body: `<!-- site: reviews -->\n${LIST}` };
    github.issues = [{ number: 8, user: { login: "mallory", type: "User" }, body: ours.body }, ours];
    assert.deepEqual(await issue(github, LIST.replace("-05", "-12")), [], "only the day has changed");
    assert.deepEqual(await issue(github, LIST.replace("1\n", "2\n")), [["PATCH", "/issues/9", "open"]]);
    assert.deepEqual(await issue(github, nothing), [["PATCH", "/issues/9", "closed"]]);
  } finally {
    github.stop();
  }
});

test("changed and new snapshots are collected, and nothing else", async () => {
  const github = await start();
  try {
    const { clone } = repository(github);
    write(clone, {
      "site-server/tests/snapshots/pages/fees.snap": "new\n",
      "web/src/__snapshots__/a.test.tsx.snap": "added\n",
      "README.md": "changed\n",
      "site-server/src/a.snap": "not in a folder of snapshots\n",
    });
    symlinkSync("/etc/hostname", join(clone, "site-server/tests/snapshots/link.snap"));
    const { said } = await script(github, clone, "collect.mjs", {}, join(github.folder, "report"));
    assert.match(said, /2 changed snapshots/);
    assert.deepEqual(JSON.parse(readFileSync(join(github.folder, "report/snapshots.json"), "utf8")), [
      { path: "site-server/tests/snapshots/pages/fees.snap", text: "new\n" },
      { path: "web/src/__snapshots__/a.test.tsx.snap", text: "added\n" },
    ]);
  } finally {
    github.stop();
  }
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

test("the shell's steps hand over what they are given, whatever it holds", async () => {
  const github = await start();
  try {
    const { author, head } = repository(github);
    const bin = join(github.folder, "bin");
    write(bin, { cargo: '#!/bin/sh\nprintf "%s\\n" "$@" >> "$SAID"\nexit 1\n' });
    chmodSync(join(bin, "cargo"), 0o755);
    write(author, { ".github/scripts/collect.mjs": readFileSync(join(SCRIPTS, "collect.mjs")) });
    for (const name of ["api.mjs", "git.mjs", "snapshots.mjs", "zip.mjs"]) {
      write(author, { [`.github/scripts/${name}`]: readFileSync(join(SCRIPTS, name)) });
    }
    const said = join(github.folder, "said");
    const folder = join(github.folder, "a folder; $(touch owned)");
    const step = (name) =>
      spawnSync(join(SCRIPTS, name), [folder], {
        cwd: author,
        encoding: "utf8",
        env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, SAID: said, BASE: "origin/main" },
      });
    assert.equal(step("report.sh").status, 1, "a report that can't be made fails the step");
    const start = git(author, "merge-base", "origin/main", head).trim();
    const wanted = ["site", "diff", start, "--format", "markdown", "--out", `${folder}/diff.md`];
    assert.deepEqual(readFileSync(said, "utf8").trim().split("\n"), wanted);

    const collected = step("snapshots.sh");
    assert.equal(collected.status, 0, collected.stderr);
    assert.equal(readFileSync(join(folder, "snapshots.json"), "utf8"), "[]");
    assert.equal(git(author, "status", "--porcelain", "owned"), "");
  } finally {
    github.stop();
  }
});

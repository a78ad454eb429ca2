import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { isSnapshot, PATH_CHARACTERS } from "../snapshots.mjs";
import { BOT, commit, git, repository, script, start, write } from "./github.mjs";

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

test("a path that is too long for a snapshot is refused before it is matched", (context) => {
  const matching = context.mock.method(RegExp.prototype, "test");
  const path = (length) => `${"web/".padEnd(length - 6, "snapshots/")}a.snap`;
  const longest = path(PATH_CHARACTERS);
  assert.equal(longest.length, PATH_CHARACTERS);
  isSnapshot(longest);
  assert.equal(matching.mock.callCount(), 1);
  assert.equal(isSnapshot(`${longest}x`), false);
  assert.equal(isSnapshot(path(50_000)), false);
  assert.equal(matching.mock.callCount(), 1, "a longer one is not matched");
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

test("a deleted snapshot is collected, and of the crates that were tested one that no test asked for", async () => {
  const github = await start();
  try {
    const { clone } = repository(github);
    const at = (name) => `site-server/tests/snapshots/pages/${name}.snap`;
    write(clone, { [at("gone")]: "", [at("left")]: "", "site-content/tests/snapshots/a.snap": "" });
    commit(clone, "Add snapshots");
    rmSync(join(clone, at("gone")));
    const asked = ["fees.snap", "../pages/fees.snap"].map((name) =>
      join(clone, "site-server/tests/snapshots/pages", name),
    );
    write(github.folder, { asked: `${asked.join("\n")}\n` });
    const folder = join(github.folder, "report");
    const collected = async (...references) => {
      const { said } = await script(github, clone, "collect.mjs", {}, folder, ...references);
      assert.match(said, /changed snapshots/);
      return JSON.parse(readFileSync(join(folder, "snapshots.json"), "utf8"));
    };
    assert.deepEqual(await collected(), [{ path: at("gone"), text: null }]);
    assert.deepEqual(await collected(join(github.folder, "asked")), [
      { path: at("gone"), text: null },
      { path: at("left"), text: null },
    ]);
    assert.ok(existsSync(join(clone, at("fees"))));
  } finally {
    github.stop();
  }
});

test("the shell's steps hand over what they are given, whatever it holds", async () => {
  const github = await start();
  try {
    const { author, main } = repository(github);
    const bin = join(github.folder, "bin");
    const says = '#!/bin/sh\nprintf "%s\\n" "$@" > "$SAID"\nexit 1\n';
    write(bin, { cargo: says });
    write(author, { "target/kept/site": says });
    for (const path of [join(bin, "cargo"), join(author, "target/kept/site")]) chmodSync(path, 0o755);
    for (const name of ["api.mjs", "collect.mjs", "git.mjs", "snapshots.mjs", "zip.mjs"]) {
      write(author, { [`.github/scripts/${name}`]: readFileSync(join(SCRIPTS, name)) });
    }
    const said = join(github.folder, "said");
    const folder = join(github.folder, "a folder; $(touch owned)");
    const step = (name, base, ...parameters) =>
      spawnSync(join(SCRIPTS, name), parameters, {
        cwd: author,
        encoding: "utf8",
        env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, SAID: said, BASE: base },
      });
    const given = () => readFileSync(said, "utf8").trim().split("\n");
    assert.equal(step("diff.sh", "origin/main", "--screenshots", folder).status, 1);
    assert.deepEqual(given(), ["diff", main, "--screenshots", folder]);
    // What a runner hands over that knows no event: main is the program's to find.
    assert.equal(step("diff.sh", "", "--screenshots", folder).status, 1);
    assert.deepEqual(given(), ["diff", "--screenshots", folder]);
    rmSync(said);
    assert.equal(step("diff.sh", "no-such-branch").status, 128, "a base that is unknown fails the step");
    assert.ok(!existsSync(said));
    const bare = spawnSync(join(SCRIPTS, "diff.sh"), {
      cwd: github.folder,
      encoding: "utf8",
      env: { ...process.env, BASE: "" },
    });
    assert.deepEqual([bare.status, bare.stdout], [0, ""]);
    assert.match(bare.stderr, /no Git repository here/);

    const collected = step("snapshots.sh", "", folder);
    assert.equal(collected.status, 0, collected.stderr);
    assert.equal(readFileSync(join(folder, "snapshots.json"), "utf8"), "[]");
    assert.equal(git(author, "status", "--porcelain", "owned"), "");
  } finally {
    github.stop();
  }
});

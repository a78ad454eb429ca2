import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { fileInZip } from "../zip.mjs";
import { artifact, BOT, GitHub, git, write } from "./github.mjs";

const SCRIPTS = fileURLToPath(new URL("..", import.meta.url));
const github = await GitHub.start();
const { author, main } = github;

test("of an archive each file is found by its name, no more of it is unpacked than is allowed, and damage is an error", () => {
  const { zip } = artifact("report", { "a.md": "first", "ä.txt": "ü".repeat(100) });
  assert.equal(fileInZip(zip, "a.md", 100).toString(), "first");
  assert.equal(fileInZip(zip, "ä.txt", 200).toString(), "ü".repeat(100));
  assert.equal(fileInZip(zip, "../a.md", 100), undefined);
  assert.throws(() => fileInZip(zip, "ä.txt", 199), RangeError);
  const end = zip.lastIndexOf("PK\x05\x06");
  for (let length = 0; length < end + 20; length += 1) {
    assert.throws(() => fileInZip(zip.subarray(0, length), "a.md", 100), String(length));
  }
});

test("what is due stands in one issue, which is opened, brought up to date, closed and opened again", async () => {
  const list = "## Due for review on 2026-01-05\n\n### Facts: 1\n";
  const nothing = "## Due for review on 2026-01-05\n\nNothing is due.\n";
  const ours = { number: 9, user: BOT, body: `<!-- site: reviews -->\n${list}` };
  const issues = [{ number: 8, user: { login: "mallory", type: "User" }, body: ours.body }, ours];
  for (const [known, text, expected] of [
    [[], nothing, []],
    [[], list, [["POST", "/issues", undefined]]],
    // Only the day has changed.
    [issues, list.replace("-05", "-12"), []],
    [issues, list.replace("1\n", "2\n"), [["PATCH", "/issues/9", "open"]]],
    [issues, nothing, [["PATCH", "/issues/9", "closed"]]],
  ]) {
    github.issues = known;
    write(github.folder, { "reviews.md": text });
    const { said } = await github.script("issue.mjs", {}, join(github.folder, "reviews.md"));
    const asked = github.changes.splice(0).map(({ method, path, body }) => [method, path, body.state]);
    assert.deepEqual(asked, expected, said);
  }
});

test("snapshots that could not be taken are due, whatever else is", async () => {
  const nothing = "## Due for review on 2026-01-05\n\nNothing is due.\n";
  write(github.folder, { "reviews.md": nothing });
  github.issues = [];
  const run = (conclusion) => ({ conclusion, html_url: "https://github.example/run/12" });
  const told = async (...runs) => {
    github.snapshotRuns = runs;
    const { said } = await github.script("issue.mjs", {}, join(github.folder, "reviews.md"));
    return github.changes.splice(0)[0]?.body.body ?? said;
  };
  assert.equal(await told(), "nothing is due\n");
  assert.equal(await told(run("success"), run("failure")), "nothing is due\n");
  const due = await told(run("skipped"), run("failure"), run("success"));
  assert.match(due, /\[The last run\]\(https:\/\/github\.example\/run\/12\).*`cargo site test --accept`/);
  github.snapshotRuns = [];
});

test("the preview opens from the disk", () => {
  const folder = mkdtempSync(join(tmpdir(), "preview-"));
  const pages = {
    "index.html": [
      '<a href="/">h</a> <a href="/fees#top">f</a> <a href="/feed.xml">m</a> <a href="//x.example">o</a>',
      '<a href="index.html">h</a> <a href="fees.html#top">f</a> <a href="/feed.xml">m</a> <a href="//x.example">o</a>',
    ],
    "fees.html": [
      '<img srcset="/assets/a.png 1x, /assets/b.png 2x" src="/assets/a.png">',
      '<img srcset="assets/a.png 1x, assets/b.png 2x" src="assets/a.png">',
    ],
    "blog/one.html": [
      '<a href="/fees">f</a> <style>@font-face{src:url(/assets/a.png)}</style>',
      '<a href="../fees.html">f</a> <style>@font-face{src:url(../assets/a.png)}</style>',
    ],
  };
  write(folder, { "dist/assets/a.png": "", "dist/assets/b.png": "" });
  for (const [name, [built]] of Object.entries(pages)) write(folder, { [`dist/${name}`]: built });
  const run = spawnSync(process.execPath, [join(SCRIPTS, "preview.mjs"), "dist", "out"], { cwd: folder });
  assert.equal(run.status, 0, String(run.stderr));
  for (const [name, [, opened]] of Object.entries(pages))
    assert.equal(readFileSync(join(folder, "out", name), "utf8"), opened);
});

test("the shell's steps hand over what they are given, whatever it holds", () => {
  const says = '#!/bin/sh\nprintf "%s\\n" "$@" > "$SAID"\nexit 1\n';
  write(author, { "target/bin/cargo": says, "target/kept/site": says });
  for (const path of ["target/bin/cargo", "target/kept/site"]) chmodSync(join(author, path), 0o755);
  cpSync(SCRIPTS, join(author, ".github/scripts"), { recursive: true });
  const said = join(github.folder, "said");
  const folder = join(github.folder, "a folder; $(touch owned)");
  const step = (name, base, ...parameters) => {
    const PATH = `${join(author, "target/bin")}:${process.env.PATH}`;
    const env = { ...process.env, PATH, SAID: said, BASE: base };
    return spawnSync(join(SCRIPTS, name), parameters, { cwd: author, encoding: "utf8", env });
  };
  // Without a base, as where a runner knows no event, main is the program's to find.
  for (const [base, start] of [
    ["origin/main", [main]],
    ["", []],
  ]) {
    assert.equal(step("diff.sh", base, "--screenshots", folder).status, 1);
    assert.equal(readFileSync(said, "utf8"), `${["diff", ...start, "--screenshots", folder].join("\n")}\n`);
  }
  assert.equal(step("diff.sh", "no-such-branch").status, 128, "a base that is unknown fails the step");
  assert.equal(git(author, "status", "--porcelain", "owned"), "");
});

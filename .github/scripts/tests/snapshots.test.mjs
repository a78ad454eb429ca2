import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { beforeEach, test } from "node:test";
import { commit, GitHub, git, HOST_KEYS, merge, SCRIPTS, write } from "./github.mjs";

const PAGES = "site-server/tests/snapshots/pages";
const CODE = "site-server/src/page.txt";

/**
 * Replaces `cargo site snapshots`: makes the snapshots of each article and of the list from the code and the articles' titles. The real
 * command builds the whole site.
 */
const CARGO = `#!/bin/bash
[ "$1 $2" = "site snapshots" ] || exit 2
pages=$(mktemp --directory)
for article in content/articles/*; do
  (cat ${CODE}; grep "^title = " "$article") | tee "$pages/blog_\${article##*/}.snap" >> "$pages/blog.snap"
done
if [ "$3" = --check ]; then diff --recursive "$pages" ${PAGES} > /dev/null; exit $(($? > 0)); fi
rm --recursive --force ${PAGES}
mkdir --parents ${PAGES}
cp "$pages"/* ${PAGES}
# Other files that a build may leave.
touch left.snap
`;

const KEY = "the deploy key";

/**
 * Replaces SSH and GitHub's server: accepts a push with a key that only its owner can read, to a known host.
 */
const SSH = `#!/bin/sh
[ "$1" = -i ] && [ "$(ls -l "$2" | cut -c1-10)" = -rw------- ] && [ "$(cat "$2")" = "${KEY}" ] || exit 9
[ "$(cat "\${10#UserKnownHostsFile=}")" = "127.0.0.1 ${HOST_KEYS[0]}" ] || exit 8
[ "\${13}" = git@127.0.0.1 ] || exit 7
shift 13
[ "$1" = "git-receive-pack 'example/site.git'" ] || exit 6
exec git receive-pack "$ORIGIN"
`;

let github;
beforeEach(async () => {
  github = await GitHub.start();
  github.environment = { ORIGIN: github.origin, SNAPSHOTS_KEY: KEY };
  github.stand("cargo", CARGO);
  github.stand("ssh", SSH);
  git(github.author, "switch", "--quiet", "-C", "main", github.main);
  git(github.author, "rm", "-r", "--quiet", "site-server/tests/snapshots");
  propose("code", { [CODE]: "<p> " }, "snapshots");
  merge(github.author, "code");
});

/** Commits a change to main on a branch, with snapshots if the author takes them. */
function propose(branch, files, ...snapshots) {
  git(github.author, "switch", "--quiet", "-c", branch, "main");
  write(github.author, files);
  if (snapshots.length > 0) assert.equal(site(...snapshots), 0);
  commit(github.author, "Change");
  git(github.author, "switch", "--quiet", "main");
}

/** Merges a new article without its snapshots, and returns the new main. */
function publish(title) {
  const name = title.toLowerCase().replaceAll(" ", "-");
  propose(name, { [`content/articles/${name}.mdx`]: `+++\ntitle = "${title}"\n+++\n` });
  return merge(github.author, name);
}

/** Runs `cargo site` in the author's clone, and returns its exit status. */
function site(...parameters) {
  const options = { cwd: github.author, env: { ...process.env, ...github.environment } };
  return spawnSync("cargo", ["site", ...parameters], options).status;
}

/** Runs the two jobs of a night on the current main, and returns the output of the last job that ran. */
async function night(status = 0) {
  // Each job has a separate checkout.
  git(github.clone, "fetch", "--quiet", "origin");
  git(github.clone, "checkout", "--quiet", "--force", "--detach", "origin/main");
  git(github.clone, "clean", "--quiet", "--force", "-d");
  const patch = join(github.folder, "patch");
  const taken = await github.script("snapshots-take.sh", {}, patch);
  const last = taken.status === 0 ? await push(patch) : taken;
  assert.equal(last.status, status, last.said);
  return last.said;
}

function push(patch) {
  // A schedule's event may be empty.
  return github.script("with-keys.sh", {}, join(SCRIPTS, "snapshots-push.sh"), patch);
}

/** Updates the author's main, and compares its snapshots with the output of its program. */
function isExact() {
  git(github.author, "pull", "--quiet", "--ff-only", "origin", "main");
  return site("snapshots", "--check") === 0;
}

const tip = () => git(github.origin, "rev-parse", "refs/heads/main").trim();

test("changes are merged one after the other without a conflict, and taken the same night", async () => {
  propose("first", { "content/articles/a-new-one.mdx": 'title = "A New One"\n' });
  propose("second", { "content/articles/another-new-one.mdx": 'title = "Another New One"\n' });
  merge(github.author, "first");
  merge(github.author, "second");
  git(github.author, "rm", "--quiet", "content/articles/first.mdx");
  commit(github.author, "Remove");
  git(github.author, "push", "--quiet", "origin", "main");
  assert.equal(isExact(), false);
  const before = tip();

  // GitHub's list of its hosts' keys is requested again.
  github.failures = [{ path: "/meta", status: 503 }];
  const said = await night();
  assert.match(said, /^snapshots older than the content: 4, taken again as [0-9a-f]{40}\n/);
  assert.ok(isExact());
  const changed = git(github.author, "diff", "--name-only", before, tip()).trim().split("\n");
  const names = ["blog", "blog_a-new-one.mdx", "blog_another-new-one.mdx", "blog_first.mdx"];
  assert.deepEqual(
    changed,
    names.map((name) => `${PAGES}/${name}.snap`),
  );
  assert.equal(git(github.author, "ls-files", `${PAGES}/blog_first.mdx.snap`), "");
  assert.equal(git(github.author, "rev-parse", `${tip()}^`).trim(), before);
  const log = git(github.author, "log", "-1", "--format=%an %B");
  assert.match(log, /^github-actions\[bot\] Take the snapshots again\n\nMade by the program of [0-9a-f]{40}/);

  // A night later, there is nothing to do.
  assert.equal(await night(), "every snapshot is exact\n");
});

test("one attribute that code changes is found by its own snapshots, and by night where it was merged without", async () => {
  propose("code-with", { [CODE]: "<p class> " }, "snapshots");
  merge(github.author, "code-with");
  publish("A New One");
  await night();
  assert.ok(isExact());

  propose("code-without", { [CODE]: "<p hidden> " });
  merge(github.author, "code-without");
  const before = publish("Another New One");
  assert.match(
    await night(1),
    /\(Merge branch 'code-without'\).*code has changed pages without their snapshots\. Run `cargo site test --accept`/,
  );
  assert.equal(tip(), before);
  assert.equal(git(github.clone, "rev-parse", "HEAD").trim(), before, "it stands where it began");
});

test("without the key, or with one that GitHub does not take, the run says what to do, and pushes nothing", async () => {
  const before = publish("A New One");
  github.environment.SNAPSHOTS_KEY = "another key";
  const refused = await night(1);
  assert.match(refused, /its rules do not let the deploy key through/);
  assert.doesNotMatch(refused, /another key/);
  github.environment.SNAPSHOTS_KEY = "";
  const said = await night(1);
  assert.match(
    said,
    /^error: snapshots older than the content: 2 \(.*blog_a-new-one\.mdx\.snap\), and .* has no secret/m,
  );
  assert.match(said, /Run `cargo site test --accept` on a branch/);
  assert.equal(tip(), before);
  assert.equal(site("snapshots"), 0);
  commit(github.author, "Accept");
  git(github.author, "push", "--quiet", "origin", "main");
  assert.equal(await night(), "every snapshot is exact\n");
});

test("where main has moved meanwhile, and where the patch has another file, nothing is pushed", async () => {
  publish("A New One");
  git(github.clone, "fetch", "--quiet", "origin");
  git(github.clone, "checkout", "--quiet", "--detach", "origin/main");
  const made = (path, mode = "100644") => {
    const patch = `diff --git a/${path} b/${path}\nnew file mode ${mode}\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+new\n`;
    write(github.folder, { patch });
    return push(join(github.folder, "patch"));
  };
  for (const [path, mode] of [
    ["build.rs"],
    ["content/snapshots/a.snap"],
    ["site-cli/tests/snapshots/a.snap"],
    ["site-content/tests/snapshots/documents.snap"],
    ["site-server/tests/snapshots/../../build.rs"],
    [`${PAGES}/a.snap`, "100755"],
    [`${PAGES}/a.snap`, "120000"],
  ]) {
    const { status, said } = await made(path, mode);
    assert.notEqual(status, 0, path);
    assert.match(said, /expected only plain files with snapshots|invalid path/, path);
  }
  const before = publish("Another New One");
  const { status, said } = await made(`${PAGES}/new.snap`);
  assert.equal(status, 1);
  assert.match(said, /main takes no push: it has moved meanwhile/);
  assert.equal(tip(), before);
});

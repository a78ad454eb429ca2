import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { EXAMPLES } from "./examples.mjs";
import { findPhrases } from "./find.mjs";
import { PATTERNS } from "./patterns.mjs";
import { textsOf } from "./texts.mjs";

/**
 * Files with a sentence in each place that the check reads. A subject is read like a line of Markdown.
 *
 * @type {Record<string, { path: string, write: (text: string) => string }>}
 */
const PLACES = {
  "Markdown file": { path: "docs/page.md", write: (text) => `# Title\n\n${text}\n` },
  message: {
    path: "site-cli/src/a.rs",
    write: (text) => `fn f() {\n    say("${text.replace("\n", " \\\n        ")}");\n}\n`,
  },
  comment: {
    path: "site-cli/src/a.rs",
    write: (text) => `/// ${text.replace("\n", "\n/// ")}\nfn f() {}\n`,
  },
  subject: { path: "subject.md", write: (text) => `${text.replace("\n", " ")}\n` },
};

test("each pattern has ten slips and ten honest sentences", () => {
  assert.deepEqual(
    Object.keys(EXAMPLES),
    PATTERNS.map(({ name }) => name),
  );
  for (const [name, { slips, honest }] of Object.entries(EXAMPLES)) {
    assert.deepEqual([name, slips.length, honest.length], [name, 10, 10]);
  }
});

for (const [place, { path, write }] of Object.entries(PLACES)) {
  test(`slips are found in a ${place}, and honest sentences pass`, async () => {
    // One file for all sentences, because starting textlint takes longer than reading.
    const sentences = [];
    let source = "";
    for (const [name, { slips, honest }] of Object.entries(EXAMPLES)) {
      for (const sentence of [...slips, ...honest]) {
        const first = source.split("\n").length;
        source += `${write(sentence)}\n`;
        const last = source.split("\n").length - 1;
        sentences.push({ name, sentence, first, last, isSlip: slips.includes(sentence) });
      }
    }
    const hits = await findPhrases(textsOf(path, source));
    const wrong = [];
    for (const { name, sentence, first, last, isSlip } of sentences) {
      const isFound = hits.some(
        ({ message, line }) => message.startsWith(`${name}:`) && line >= first && line <= last,
      );
      if (isFound !== isSlip) wrong.push(`${name}: ${sentence}`);
    }
    assert.deepEqual(wrong, []);
  });
}

/** @param {string} path @param {string} source */
async function names(path, source) {
  const hits = await findPhrases(textsOf(path, source));
  return hits.map(({ message }) => message.slice(0, message.indexOf(":")));
}

test("a hit has the line and column of its phrase", async () => {
  const rust = 'fn f() {\n    fail("expected a file, \\\n          found that somebody has it");\n}\n';
  const [hit] = await findPhrases(textsOf("site-cli/src/a.rs", rust));
  assert.deepEqual([hit?.line, hit?.column], [3, 22]);
  const [comment] = await findPhrases(textsOf("web/src/a.ts", "const a = 1; // for somebody\n"));
  assert.deepEqual([comment?.line, comment?.column], [1, 21]);
});

test("each language's comments and messages are read, and code is not", async () => {
  const slip = "somebody holds the lock";
  for (const [path, source] of /** @type {[string, string][]} */ ([
    ["a.css", `/* ${slip} */ .somebody { top: 0 }`],
    ["a.sh", `somebody=1 # ${slip}\n`],
    ["b.sh", `fail "${slip}, says the place"\n`],
    [".github/workflows/a.yml", `somebody: 1 # ${slip}\n`],
    ["web/src/a.tsx", `const somebody = <p title="x">{/* ${slip} */}</p>;`],
    ["web/src/b.ts", `const text = \`${slip}: \${somebody}\`;`],
    ["content/site.toml", `somebody = "${slip}"\n`],
  ])) {
    assert.deepEqual(await names(path, source), ["somebody"], path);
  }
  for (const path of ["content/pages/a.toml", "docs/rules.md", "site-cli/tests/snapshots/a.snap"]) {
    assert.deepEqual(await names(path, `a = "${slip}"`), [], path);
  }
});

test("only lines that a change adds are reported", (context) => {
  const repository = new Repository(context);
  repository.commit("Add a page", {
    "docs/old.md": "Somebody wrote this.\n\nNobody moved this.\n",
    "content/articles/story.mdx": '+++\ntitle = "A story"\n+++\n\nAnne kept her plan.\n',
    "docs/renamed.md": "Nobody renames this.\n\nThe rest of the file is the same.\nLine by line.\n",
  });
  const base = repository.head();
  repository.write({
    "docs/old.md": "Somebody wrote this.\n",
    "docs/new.md": "Nobody moved this.\n\nThe file is\nno page.\n",
    "content/articles/story.mdx":
      '+++\ntitle = "A story"\n+++\n\nAnne kept her plan, as she said, mispeled.\n',
  });
  repository.rename("docs/renamed.md", "docs/other.md");
  repository.git("add", "--intent-to-add", "docs/other.md");
  const { status, stdout } = repository.check(base);
  assert.match(stdout, /^content\/articles\/story.mdx:5:34: warning: unknown word "mispeled"$/m);
  assert.match(stdout, /^docs\/new.md:3:10: error: is-no: "is no page"/m);
  assert.equal(stdout.trim().split("\n").length, 2, stdout);
  assert.equal(status, 1);
});

test("content and unknown words warn, and don't fail", (context) => {
  const repository = new Repository(context);
  repository.commit("Add a page", { "a.md": "A page.\n" });
  const base = repository.head();
  repository.commit("whatever an editor writes in a form", {
    "content/site.toml": 'a = "somebody wrote this here"\n',
  });
  repository.commit("Add a word", { "b.md": "A wurd.\n" });
  const { status, stdout } = repository.check(base);
  assert.equal(stdout.match(/warning/g)?.length, 2, stdout);
  assert.equal(status, 0);
});

test("a commit of code needs a short subject with a known verb", (context) => {
  const repository = new Repository(context);
  repository.commit("Add a page", { "a.md": "A page.\n" });
  const base = repository.head();
  repository.commit("Say what is there", { "b.md": "One.\n" });
  repository.commit(`Add ${"very ".repeat(20)}much`, { "c.md": "Two.\n" });
  repository.commit("Fix what nobody can tell", { "d.md": "Three.\n" });
  repository.commit(`Bump a package ${"by a lot ".repeat(9)}`, { "e.md": "Four.\n" });
  const { status, stdout } = repository.check(base);
  assert.match(stdout, /begins with one of .*, found "Say"/);
  assert.match(stdout, /at most 72 characters, found 108/);
  assert.match(stdout, /nobody-can-tell/);
  assert.equal(stdout.trim().split("\n").length, 4, stdout);
  assert.equal(status, 1);
});

test("without a merge base nothing is checked, which fails in CI", (context) => {
  const repository = new Repository(context);
  repository.commit("Add a page", { "a.md": "A page.\n" });
  assert.equal(repository.check("missing", { CI: "" }).status, 0);
  const { status, stdout } = repository.check("missing", { CI: "true" });
  assert.match(stdout, /^not checked: /);
  assert.equal(status, 2);
});

/** A repository in a temporary folder, which the real check reads. */
class Repository {
  /** @param {import("node:test").TestContext} context */
  constructor(context) {
    this.root = mkdtempSync(join(tmpdir(), "language-"));
    context.after(() => rmSync(this.root, { recursive: true }));
    this.git("init", "--quiet", "--initial-branch=main");
  }

  /** @param {string[]} parameters */
  git(...parameters) {
    const person = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com", "-c", "commit.gpgSign=false"];
    const run = spawnSync("git", ["-C", this.root, ...person, ...parameters], { encoding: "utf8" });
    assert.equal(run.status, 0, run.stderr);
    return run.stdout.trim();
  }

  head() {
    return this.git("rev-parse", "HEAD");
  }

  /** @param {Record<string, string>} files */
  write(files) {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.root, path)), { recursive: true });
      writeFileSync(join(this.root, path), text);
    }
  }

  /** @param {string} from @param {string} to */
  rename(from, to) {
    renameSync(join(this.root, from), join(this.root, to));
  }

  /** @param {string} subject @param {Record<string, string>} files */
  commit(subject, files) {
    this.write(files);
    this.git("add", "--all");
    this.git("commit", "--quiet", "--message", subject);
  }

  /** @param {string} base @param {Record<string, string>} environment */
  check(base, environment = {}) {
    const main = fileURLToPath(new URL("main.mjs", import.meta.url));
    return spawnSync(process.execPath, [main, "--base", base], {
      cwd: this.root,
      encoding: "utf8",
      env: { ...process.env, GITHUB_ACTIONS: "", ...environment },
    });
  }
}

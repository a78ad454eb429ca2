import assert from "node:assert/strict";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, test } from "node:test";
import { artifacts, BOT, GitHub, git, SNAPSHOT, user, write } from "./github.mjs";

const github = await GitHub.start();
beforeEach(() => github.begin());

/** A content file with one part replaced. */
function replaced(name, from, to) {
  const text = readFileSync(`${github.author}/${name}`, "utf8");
  assert.ok(text.includes(from), `${name}: ${from}`);
  return { [name]: text.replace(from, () => to) };
}

/** The article `first`, or another article, with another title line. */
function title(line, article = "first") {
  const name = `content/articles/${article}.mdx`;
  const text = readFileSync(`${github.author}/${name}`, "utf8");
  return replaced(name, /^title = .*$/m.exec(text)[0], line);
}

const report = (event = {}) => github.says(0, "report.mjs", { ...event, workflow_run: { id: 11 } });

/** The text of the comment. */
async function comment(event) {
  await report(event);
  return github.changes.at(-1).body.body;
}

/** A comment without its code, which leaves everything that GitHub renders as Markdown. */
function prose(markdown) {
  const lines = [];
  let fence;
  for (const line of markdown.split("\n")) {
    const ticks = /^ *(`{3,})/.exec(line)?.[1];
    if (fence === undefined && ticks) fence = ticks;
    else if (fence !== undefined && line.trim() === fence) fence = undefined;
    else if (fence === undefined) lines.push(line.replace(/(?<![\\`])(`+)(?!`).*?(?<!`)\1(?!`)/g, "CODE"));
  }
  assert.equal(fence, undefined, "every fence is closed");
  return lines.join("\n");
}

/** Asserts that the comment has only our own structure, our own links and text. */
function harmless(markdown) {
  const text = prose(markdown.slice("<!-- site: report -->\n".length));
  assert.doesNotMatch(text, /@[\w-]/, "a mention");
  assert.doesNotMatch(text, /&(?!amp;|lt;|gt;|#8203;)/, "a character reference");
  assert.doesNotMatch(text, /<(?!\/?(?:details|summary|span|code)>)/, "markup");
  assert.doesNotMatch(text, /(?<!\\)\]\((?!https:\/\/github\.example\/run\/11[/)])/, "a link");
  assert.doesNotMatch(text, /(?<!\()https?:\/\/|www\./, "an address");
  assert.doesNotMatch(text, /(?<![\\&])#\d|GH-\d/i, "a thread");
  assert.doesNotMatch(text, /!\[(?!WARNING|CAUTION|IMPORTANT)/, "a picture");
  const count = (part) => text.split(part).length - 1;
  assert.equal(count("<details>"), count("</details>"));
  assert.equal(text.match(/^ {0,3}#.*/gm).filter((line) => line === "## What this change means").length, 1);
  return text;
}

test("the meaning and the downloads stand in one comment with one title", async () => {
  github.propose({ "README.md": "main\n", ...title('title = "Another Title"') });
  const names = ["preview-blog--first.html", "preview-index.html", "preview-fees_2027-01-01.html"];
  names.push("preview-[evil](https://evil.example).html", "report", "screenshots");
  github.artifacts[11] = artifacts(...names);
  const text = await comment();
  assert.equal(github.changes[0].path, "/issues/3/comments");
  for (const part of [
    /^<!-- site: report -->\n## What this change means\n\nThe content of `[0-9a-f]{10}` has no errors/,
    /\*\*Another Title\*\*|\*\*Another\*\*/,
    /\[The check\]\(https:\/\/github\.example\/run\/11\) has passed\./,
    /\[download the screenshots\]\(\S+run\/11\/artifacts\/\d+\)/,
    /on a phone too: \[` \/blog\/first `\]\(\S+run\/11\/artifacts\/\d+\), \[` \/ `\]\(\S+run\/11\/artifacts\/\d+\), \[` \/fees ` from 2027-01-01\]\(\S+\)\.\n/,
  ]) {
    assert.match(text, part);
  }
  for (const commit of [github.main, github.head]) assert.ok(text.includes(`\`${commit.slice(0, 10)}\``));
  assert.doesNotMatch(harmless(text), /evil/, "the pull request's code writes no word");
  assert.equal(git(github.clone, "status", "--porcelain"), "", "nothing was checked out");
});

test("the comment says how the check stands, and whether code has changed", async () => {
  github.openPullRequest({ status: "in_progress", conclusion: null });
  const text = await comment();
  assert.match(text, /has no errors/);
  assert.match(text, /still makes the preview and the screenshots; they follow here/);
  assert.doesNotMatch(text, /has passed|download/);
  github.openPullRequest({ conclusion: "failure" });
  const failed = await comment();
  assert.match(failed, /\[The check\]\(\S+\) \*\*did not pass\*\*/);
  assert.match(failed, /changes more than content/, "README.md");
  github.artifacts[11] = artifacts("preview-fees.html");
  assert.doesNotMatch(await comment(), /on a phone/, "a page by a stranger's code");
  github.propose({ "README.md": "main\n", [SNAPSHOT]: "new\n", ...title('title = "Words"') });
  assert.doesNotMatch(await comment(), /changes more than content/);
});

test("a whole preview at the firm's host is linked to where content alone has changed", async () => {
  github.environment = { PREVIEW_ADDRESS: "https://pr-{number}.preview.example" };
  const link = /behind the firm's login: <https:\/\/pr-3\.preview\.example>\n/;
  assert.doesNotMatch(await comment(), link, "code has changed");
  github.propose({ "README.md": "main\n", ...title('title = "Words"') });
  assert.match(await comment(), link);
  github.openPullRequest({ conclusion: "failure" });
  assert.doesNotMatch(await comment(), link);
  github.environment = {};
});

test("the comment is the same, whichever of the check's events comes last", async () => {
  github.artifacts[11] = artifacts("screenshots");
  const texts = [];
  for (const actions of [
    ["in_progress", "completed"],
    ["completed", "in_progress"],
  ]) {
    for (const action of actions) texts.push(await comment({ action }));
  }
  assert.deepEqual(texts, Array(4).fill(texts[0]));
  assert.match(texts[0], /has passed/);
});

test("the comment is brought up to date in place, and only our own is", async () => {
  const body = "<!-- site: report -->\nold";
  github.comments = Array.from({ length: 120 }, (_, id) => ({ id, body: "talk", user: user("a") }));
  github.comments.push({ id: 500, body, user: user("mallory") }, { id: 501, body, user: BOT });
  await comment();
  const changes = github.changes.map(({ method, path }) => [method, path]);
  assert.deepEqual(changes, [["PATCH", "/issues/comments/501"]]);
});

test("a report is for the pull request of its own repository and branch that stands at the commit", async () => {
  const [pull] = github.pulls;
  const repo = { full_name: "fork/site", owner: { login: "fork" } };
  github.openPullRequest({ head_repository: repo });
  github.pulls = [
    { ...pull, number: 2 },
    { ...pull, head: { ...pull.head, repo } },
  ];
  await comment();
  assert.equal(github.changes.splice(0)[0].path, "/issues/3/comments");
  github.openPullRequest();
  github.pulls[0].head.sha = "0".repeat(40);
  assert.match(await report(), /nothing to report/);
  github.pulls[0].head.sha = github.head;
  github.push({ "README.md": "moved\n" });
  assert.match(await report(), /nothing to report/);
  assert.deepEqual(github.changes, []);
});

test("errors are reported whatever the pull request's own check said", async () => {
  github.propose(title("titel = 'x @octocat </details> ``` ## What this change means'"));
  const text = await comment();
  assert.match(text, /\*\*has errors\*\*/);
  assert.match(text, /\n```+\nError in content\/articles\/first\.mdx, line \d+/);
  assert.match(text, /What it means is shown once it has no errors/);
  assert.doesNotMatch(text, /content of `[0-9a-f]+` has no errors/);
  harmless(text);
});

test("content is text, whatever it holds", async () => {
  const attacks = [
    "Dear @octocat and @example/everyone, a@b.example &#64;octocat &commat;octocat &amp;#64;octocat",
    "x</details></summary></code>``` ~~~ --> <!-- site: report --> # One ### For compliance: fees",
    "![x](https://evil.example/p.png) <img src=https://evil.example/q.png> ![x][y] [a]: //evil.example",
    "[preview](https://evil.example) <https://evil.example> https://evil.example www.evil.example",
    "#12 example/site#3 GH-4 gh-5 22f390c1ab fixes #6 a\u202eb\u2066c\u200bd",
  ];
  // In titles, which appear in the page, its address and the lists, in a value, and in a file name.
  const tagline = JSON.stringify(attacks.join(" ")).slice(0, -1);
  const files = replaced("content/site.toml", 'tagline = "', `tagline = ${tagline}`);
  const articles = ["a-long-walk", "first", "plain", "second", "without-a-date"];
  assert.equal(articles.length, attacks.length);
  for (const [index, text] of attacks.entries()) {
    Object.assign(files, title(`title = ${JSON.stringify(text)}`, articles[index]));
  }
  github.propose(files);
  assert.doesNotMatch(harmless(await comment()), /[\u202e\u2066\u200b]/);
  git(github.author, "reset", "--quiet", "--hard", "HEAD^");
  github.propose({ "content/pages/a`@octocat`&#64;octocat ![x](y).toml": "x = 1\n" });
  harmless(await comment());
});

test("content that is no plain file, or too much, is not read", async () => {
  const outside = join(github.folder, "outside");
  write(github.folder, { outside: "a secret\n" });
  symlinkSync(outside, `${github.author}/content/articles/link.mdx`);
  github.propose({});
  const text = await comment();
  assert.match(text, /can't be read: ` expected plain files below content\/ .*link\.mdx `/);
  assert.doesNotMatch(text, /a secret|has no errors/);
  assert.equal(readFileSync(outside, "utf8"), "a secret\n", "nothing is written through a link");
  harmless(text);

  git(github.author, "rm", "--quiet", "content/articles/link.mdx");
  const many = Array.from({ length: 20_001 }, (_, at) => [`content/images/${at}.svg`, ""]);
  github.propose(Object.fromEntries(many));
  assert.match(await comment(), /expected content of fewer than 20000 files/);
});

test("a long report is cut with its fences closed", async () => {
  github.propose(replaced("content/site.toml", "origin = ", `${"x".repeat(200_000)} = `));
  const text = await comment();
  assert.ok(text.length < 65_536, String(text.length));
  harmless(text);
});

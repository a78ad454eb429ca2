import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { hunks, suggestions } from "../suggestions.mjs";
import { BOT, GitHub, git } from "./github.mjs";

const github = await GitHub.start();
beforeEach(() => github.begin());

const read = (name) => readFileSync(`${github.author}/content/${name}`, "utf8");

/** The changes that the report requests from GitHub: reviews and comments. */
async function report() {
  const said = await github.says(0, "report.mjs", { workflow_run: { id: 11 } });
  const asked = github.changes.splice(0);
  return {
    reviews: asked.filter(({ path }) => path === "/pulls/3/reviews").map(({ body }) => body),
    comment: asked.find(({ path }) => path.startsWith("/issues/")).body.body,
    said,
  };
}

/** A fix with some edits: first byte, byte after the last, text. */
function finding(edits, { origin = "head", file = "content/a.toml", message = "A problem" } = {}) {
  const made = edits.map(([start, end, text]) => ({ file, start, end, text }));
  return { file, origin, code: "a/b", message, fix: { description: "", edits: made } };
}

/** The lines of each suggestion, and their replacements. */
function shown(text, ...findings) {
  return suggestions(findings, () => text).map(({ first, last, after }) => [first, last, after]);
}

test("whole lines take the place of whole lines", () => {
  const text = "one\ntwo\nthree\n";
  assert.deepEqual(shown(text, finding([[4, 7, "2"]])), [[2, 2, ["2"]]]);
  assert.deepEqual(shown(text, finding([[0, 3, "1\n1.5"]])), [[1, 1, ["1", "1.5"]]]);
  assert.deepEqual(shown(text, finding([[4, 8, ""]])), [[2, 2, []]], "a line less");
  assert.deepEqual(shown(text, finding([[3, 4, " "]])), [[1, 2, ["one two"]]], "a line's end less");
  assert.deepEqual(shown("ä\nöü\n", finding([[3, 5, "o"]])), [[2, 2, ["oü"]]], "bytes, not characters");
  const two = [0, 8].map((at) => [at, at + 1, text[at].toUpperCase()]);
  assert.deepEqual(shown(text, finding(two)), [[1, 3, ["One", "two", "Three"]]]);
  assert.deepEqual(shown(text, finding([[14, 14, "four\n"]])), [[3, 3, ["three", "four"]]], "a line more");
});

test("fixes of the same lines are one suggestion, and of the same bytes the first", () => {
  const text = "the the cat cat\n";
  const [first, second] = [finding([[0, 4, ""]]), finding([[8, 12, ""]])];
  assert.deepEqual(shown(text, first, second), [[1, 1, ["the cat"]]]);
  assert.deepEqual(shown(text, first, finding([[2, 6, "x"]])), [[1, 1, ["the cat cat"]]]);
  const ends = [
    [1, 2, "x"],
    [7, 8, "y"],
  ];
  const three = [[[0, 1, "x"]], [[6, 7, "y"]], ends].map((edits) => finding(edits));
  assert.deepEqual(shown("aa\nbb\ncc\n", ...three), [[1, 3, ["xx", "bb", "yy"]]]);
});

test("what GitHub can't show, or is not this pull request's, is no suggestion", () => {
  assert.deepEqual(shown("one", finding([[3, 3, "\n"]])), [], "a missing end of the last line");
  assert.deepEqual(shown("one\r\n", finding([[0, 3, "1"]])), [], "line ends of another system");
  assert.deepEqual(shown("one\n", finding([[0, 3, "1"]], { origin: "base" })), []);
  assert.deepEqual(shown("one\n", { ...finding([]), fix: null }), []);
  assert.deepEqual(shown(`${"a\n".repeat(30)}`, finding([[0, 60, "b\n"]])), [], "too long to be read");
  const elsewhere = finding([[0, 3, "1"]]);
  elsewhere.fix.edits.push({ file: "content/b.toml", start: 0, end: 1, text: "" });
  assert.deepEqual(shown("one\n", elsewhere), [], "half of a fix");
});

test("a patch says which lines are shown", () => {
  const patch =
    "@@ -1,3 +1,4 @@ [a]\n one\n+@@ -9 +9 @@\n two\n@@ -20 +21 @@\n-x\n+y\n@@ -40,2 +40,0 @@\n-a\n-b";
  assert.deepEqual(hunks(patch), [
    { first: 1, last: 4 },
    { first: 21, last: 21 },
  ]);
});

test("a fix stands at its line as a suggestion, once, wherever the line goes", async () => {
  github.propose({ "content/articles/first.mdx": read("articles/first.mdx").replace("title =", "titel =") });
  const { reviews, comment } = await report();
  assert.equal(reviews.length, 1);
  const [{ commit_id, event, comments }] = reviews;
  assert.deepEqual([commit_id, event, comments.length], [github.head, "COMMENT", 1]);
  const [{ path, line, side, body }] = comments;
  assert.deepEqual([path, line, side], ["content/articles/first.mdx", 3, "RIGHT"]);
  assert.match(
    body,
    /^<!-- site: suggestion [0-9a-f]{16} -->\n- `` .* ``\n\n```suggestion\ntitle = "First"\n```\n$/,
  );
  assert.match(comment, /1 fix is suggested at the lines/);

  // The same push again, and another push that moves the line.
  const again = await report();
  assert.deepEqual(again.reviews, []);
  assert.match(again.comment, /1 fix is suggested/);
  github.propose({
    "content/articles/first.mdx": read("articles/first.mdx").replace("id = 1\n", "\nid = 1\n"),
  });
  assert.deepEqual((await report()).reviews, []);

  // A stranger's comment with the same marker doesn't block ours.
  for (const known of github.reviewComments) known.user = { ...BOT, type: "User" };
  assert.equal((await report()).reviews.length, 1);
});

test("a fix of a line that the pull request does not show is in the comment", async () => {
  git(github.author, "mv", "content/images/picture.svg", "content/images/pictures.svg");
  const faq = read("pages/faq.toml").replace("description =", "descripton =");
  github.propose({ "content/pages/faq.toml": faq });
  const { reviews, comment } = await report();
  const paths = reviews.flatMap(({ comments }) => comments.map(({ path }) => path));
  assert.deepEqual(paths, ["content/pages/faq.toml"]);
  assert.match(comment, /first\.mdx, line 8[\s\S]*--fix fixes this: Write `.*pictures\.svg` instead of/);
});

test("where GitHub takes no review, all fixes are in the comment", async () => {
  github.propose({ "content/articles/first.mdx": read("articles/first.mdx").replace("title =", "titel =") });
  // GitHub refuses lines that it has listed.
  github.files = [{ filename: "content/articles/first.mdx", patch: "@@ -1,99 +1,99 @@" }];
  github.head = github.main;
  const { reviews, comment, said } = await report();
  assert.deepEqual(reviews, []);
  assert.match(said, /found 422/);
  assert.match(comment, /--fix fixes this: Write `title` instead of `titel`/);
  assert.doesNotMatch(comment, /suggested/);
});

test("at most ten are suggested at a time", async () => {
  const many = Array.from({ length: 14 }, (_, at) => `Line ${at}: {withdrawal-rul}.\n\n`).join("");
  github.propose({ "content/articles/first.mdx": `${read("articles/first.mdx")}\n${many}` });
  const { reviews, comment } = await report();
  assert.equal(reviews[0].comments.length, 10);
  assert.match(comment, /10 fixes are suggested/);
});

test("no fence is closed by what it holds", async () => {
  const evil = "x {withdrawal-rul} ````` @octocat </details> [a](https://evil.example)";
  const text = `${read("articles/first.mdx")}\n${evil}\n`;
  github.propose({ "content/articles/first.mdx": text });
  const { reviews } = await report();
  const { body } = reviews[0].comments.find((made) => made.body.includes("octocat"));
  assert.match(body, /^`{6}suggestion$/m);
  const outside = body
    .replace(/^`{6}suggestion\n[\s\S]*?\n`{6}\n/m, "")
    .replace(/(`+)(?!`).*?(?<!`)\1(?!`)/g, "");
  assert.doesNotMatch(outside, /octocat|evil|details/);
});

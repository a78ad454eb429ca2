import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, test } from "node:test";
import { GitHub, git, program, SCRIPTS, shellOf, write } from "./github.mjs";

const github = await GitHub.start();
beforeEach(() => github.begin());

function node(script, folder, ...parameters) {
  const run = spawnSync(process.execPath, [join(SCRIPTS, script), ...parameters], { cwd: folder });
  assert.equal(run.status, 0, String(run.stderr));
}

test("a changed page is one file that loads and runs nothing", () => {
  const folder = mkdtempSync(join(tmpdir(), "preview-"));
  const head = [
    '<head><meta name="robots" content="index"/><link rel="canonical" href="https://www.example.com/fees"/>',
    '<link rel="preload" href="/assets/f.woff2" as="font"/><link rel="icon" href="/favicon.svg"/>',
    '<script src="/assets/a.js"></script><style>@font-face{src:url(/assets/f.woff2)}</style>',
    '<noscript><link rel="stylesheet" href="/assets/late.css"/></noscript></head>',
  ];
  const body = [
    '<body class="a"><script type="application/json">{"a":1}</script><a href="/blog/one#x">one</a>',
    '<picture><source type="image/webp" srcSet="/assets/s.png 400w, /assets/m.png 900w">',
    '<img srcSet="/assets/s.png 400w, /assets/m.png 900w, /assets/l.png 1600w" src="/assets/m.png" alt="a"></picture>',
    '<img src="/assets/l.png"><img src="data:,x"></body>',
  ];
  write(folder, {
    "dist/fees.html": [...head, ...body].join(""),
    "dist/index.html": "<head></head><body></body>",
    "dist/blog/one.html": "<head></head><body></body>",
    "dist/assets/f.woff2": "font",
    "dist/assets/late.css": 'p{background:url("/assets/s.png")}',
    "dist/assets/s.png": "small",
    "dist/assets/m.png": "middle",
    "dist/assets/l.png": "large",
    "dist/.editions/1798783200/fees.html": "<head></head><body>then</body>",
    list: "/fees\n/no-such-page\n/\n/fees 1798783200 2027-01-01\n/fees 1900000000 2030-03-17T0900\n/blog/one 1798783200 2027-01-01\n",
  });
  node("preview-pages.mjs", folder, "dist", "list", "pages");
  const made = [
    "1/preview-fees.html",
    "2/preview-index.html",
    "3/preview-fees_2027-01-01.html",
    "4/preview-fees_2030-03-17T0900.html",
    "5/preview-blog--one_2027-01-01.html",
  ];
  assert.deepEqual(readdirSync(join(folder, "pages")), ["1", "2", "3", "4", "5"]);
  for (const name of made) assert.ok(existsSync(join(folder, "pages", name)), name);

  // The page at a given time is its latest edition.
  for (const name of [made[2], made[3]]) {
    const page = readFileSync(join(folder, "pages", name), "utf8");
    assert.match(page, /<p [^>]*>.*from 20\d\d-.*<\/p>then<\/body>/);
  }

  const page = readFileSync(join(folder, "pages", made[0]), "utf8");
  assert.doesNotMatch(page, /<script|<link|<noscript|"\/assets|\(\/assets|content="index"/);
  assert.match(page, /<meta name="robots" content="noindex, nofollow"\/>/);
  assert.match(page, /default-src 'none'/);
  assert.match(page, /href="https:\/\/www\.example\.com\/blog\/one#x"/);
  const base64 = (text) => `base64,${Buffer.from(text).toString("base64")}`;
  const count = (text) => page.split(base64(text)).length - 1;
  assert.deepEqual(["font", "small", "middle", "large"].map(count), [1, 1, 1, 1]);
});

test("at most ten pages are made", () => {
  const folder = mkdtempSync(join(tmpdir(), "preview-"));
  const names = Array.from({ length: 12 }, (_, at) => `/page-${at}`);
  for (const name of names) write(folder, { [`dist${name}.html`]: "<head></head><body></body>" });
  write(folder, { list: names.join("\n") });
  node("preview-pages.mjs", folder, "dist", "list", "pages");
  assert.equal(readdirSync(join(folder, "pages")).length, 10);
});

test("no search engine lists a preview at a host", () => {
  const folder = mkdtempSync(join(tmpdir(), "preview-"));
  const page = (robots) => `<html><head><meta name="robots" content="${robots}"/></head></html>`;
  write(folder, { "a/b.html": page("index"), "robots.txt": "Allow: /", _headers: "/a\n  x: y\n" });
  program(
    join(folder, "target/kept/site"),
    '#!/bin/sh\n[ "$1" = export ] && mkdir "$2" && cp -r a robots.txt _headers "$2"\n',
  );
  const env = { ...process.env, RUNNER_TEMP: mkdtempSync(join(folder, "temp-")) };
  const shell = shellOf("workflows/report.yml", "name: Build the site");
  const run = spawnSync("bash", ["-e", "-c", shell], { cwd: folder, env, encoding: "utf8" });
  assert.equal(run.status, 0, run.stderr);
  const read = (name) => readFileSync(join(env.RUNNER_TEMP, "site", name), "utf8");
  assert.equal(read("a/b.html"), page("noindex, nofollow"));
  assert.equal(read("robots.txt"), "User-agent: *\nDisallow: /\n");
  assert.match(read("_headers"), /^\/a\n {2}x: y\n\n\/\*\n {2}X-Robots-Tag: noindex/);
});

test("a pull request has its site at the host while it is open, and nothing after", () => {
  const folder = mkdtempSync(join(tmpdir(), "preview-"));
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, RUNNER_TEMP: folder };
  Object.assign(env, { NUMBER: "3", PREVIEW_HOST: "host", GITHUB_REPOSITORY: "example/site" });
  program(join(folder, "rsync"), '#!/bin/sh\nls site\necho "$7"\n');
  const upload = (state, files) => {
    write(folder, files);
    program(join(folder, "gh"), `#!/bin/sh\n[ "$2" = repos/example/site/pulls/3 ] && echo ${state}\n`);
    const step = "name: Upload the preview, or an empty folder if the pull request isn't open";
    const parameters = ["-e", "-c", shellOf("workflows/report.yml", step)];
    return spawnSync("bash", parameters, { cwd: folder, env, encoding: "utf8" }).stdout;
  };
  assert.equal(upload("open", { "site/a.html": "" }), "a.html\nhost:pr-3/\n");
  assert.equal(upload("closed", {}), "host:pr-3/\n");
  rmSync(join(folder, "site"), { recursive: true });
  assert.equal(upload("closed", {}), "host:pr-3/\n", "the event of its end has no site");
});

test("main's code gets the content of a pull request, and nothing of one with more", async () => {
  const output = join(github.folder, "output");
  github.environment = { GITHUB_OUTPUT: output };
  const show = (status = 0) => github.says(status, "preview-content.mjs", { workflow_run: github.runs[0] });
  const title = readFileSync(`${github.author}/content/articles/first.mdx`, "utf8");
  const first = "content/articles/first.mdx";
  const changed = { [first]: title.replace('"First"', '"Words"') };

  github.propose(changed);
  assert.match(await show(), /more than content has changed/, "README.md");
  github.propose({ "README.md": "main\n", ...changed });
  git(github.author, "rm", "--quiet", "content/articles/plain.mdx");
  write(github.author, {
    "content/articles/added.mdx": title.replace("id = 1", "id = 50").replace('"First"', '"Added"'),
  });
  const outside = join(github.folder, "outside");
  write(github.folder, { outside: "a secret\n" });
  symlinkSync(outside, `${github.author}/content/articles/link.mdx`);
  github.propose({});
  assert.match(await show(1), /plain files/);
  assert.ok(!existsSync(output));
  assert.equal(readFileSync(outside, "utf8"), "a secret\n", "nothing is written through a link");
  assert.equal(git(github.clone, "status", "--porcelain"), "");

  rmSync(`${github.author}/content/articles/link.mdx`);
  git(github.author, "checkout", github.main, "--", "content/articles/plain.mdx");
  github.propose({});
  await show();
  assert.equal(readFileSync(output, "utf8"), "number=3\n");
  assert.match(readFileSync(join(github.clone, first), "utf8"), /title = "Words"/);
  assert.ok(existsSync(join(github.clone, "content/articles/added.mdx")));
  assert.equal(readFileSync(join(github.clone, "README.md"), "utf8"), "main\n");
  git(github.clone, "reset", "--quiet", "--hard", github.main);
  github.environment = {};
});

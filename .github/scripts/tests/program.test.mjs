import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { commit, GitHub, git, SCRIPTS, write } from "./github.mjs";

const PROGRAM = "../actions/site/program.sh";
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const github = await GitHub.start();
const { clone, main } = github;
rmSync(join(clone, "target"), { recursive: true });
// Only `gh` gets a token.
Object.assign(github.environment, { GH_TOKEN: "the-token", GITHUB_TOKEN: "" });
github.stand(
  "gh",
  `#!/bin/bash
[ "$GH_TOKEN" = the-token ] || exit 4
[ "$1" != api ] || exec curl --silent --fail --header "authorization: Bearer $GH_TOKEN" "$GITHUB_API_URL/$2"
mkdir -p target/kept
for name in site site-ops; do printf '#!/bin/sh\\n# of run %s\\n' "$3" > "target/kept/$name"; done`,
);
github.stand(
  "cargo",
  `#!/bin/bash
[ -z "$GITHUB_TOKEN$GH_TOKEN" ] || exit 4
mkdir -p target/debug
echo compiled > target/debug/site; echo compiled > target/debug/site-ops`,
);

/** A run of program.yml on main, in the form of GitHub's API. */
const run = (changes = {}) => ({
  id: 31,
  path: ".github/workflows/program.yml",
  event: "push",
  head_branch: "main",
  head_sha: main,
  head_repository: { full_name: "example/site", owner: { login: "example" } },
  conclusion: "success",
  html_url: "https://github.example/run/31",
  ...changes,
});

/** The run that provides the program, if GitHub lists these runs. */
async function origin(...programs) {
  github.answers = { "/actions/workflows/program.yml/runs": { workflow_runs: programs } };
  // A cache or another job may leave these files.
  write(clone, { "target/kept/site": "poisoned", "target/kept/site-ops": "poisoned" });
  await github.says(0, PROGRAM);
  const texts = ["site", "site-ops"].map((name) => readFileSync(join(clone, "target/kept", name), "utf8"));
  assert.equal(texts[0], texts[1]);
  return /of run (\d+)|compiled/.exec(texts[0])?.slice(0, 2).filter(Boolean).at(-1);
}

test("the program is that of the last run on main with the same sources, and otherwise compiled", async () => {
  assert.equal(await origin(run()), "31");
  assert.equal(await origin(run({ id: 32, path: ".github/workflows/program.yml@main" }), run()), "32");
  assert.equal(await origin(), "compiled");
  const forged = [
    { path: ".github/workflows/other.yml" },
    { event: "pull_request" },
    { head_branch: "feature" },
    { head_repository: { full_name: "fork/site" } },
    { conclusion: "failure" },
    { head_sha: "0".repeat(40) },
    { head_sha: github.push({ "README.md": "a branch of the name main" }) },
  ];
  for (const changes of forged) assert.equal(await origin(run(changes)), "compiled", JSON.stringify(changes));
  assert.equal(await origin(run({ ...forged[0], id: 33 }), run()), "31", "an older run may serve");
});

test("a program whose artifact has expired, or that doesn't start here, is compiled again", async () => {
  github.failures = [{ path: "/actions/workflows/program.yml/runs", status: 404 }];
  assert.equal(await origin(run()), "compiled");
  const gh = readFileSync(join(github.folder, "bin/gh"), "utf8");
  for (const text of [gh.replace("mkdir", "exit 1;"), gh.replace("#!/bin/sh", "#!/no/such/shell")]) {
    github.stand("gh", text);
    assert.equal(await origin(run()), "compiled");
  }
  github.stand("gh", gh);
});

test("other content has the same program, and other Rust has another", async () => {
  write(clone, {
    "content/site.toml": "changed",
    "site-cli/tests/new.rs": "",
    "site-server/src/main.rs": "",
  });
  commit(clone, "Content, tests and the server");
  assert.equal(await origin(run()), "31");
  write(clone, { "site-schema/src/lib.rs": "changed" });
  const head = commit(clone, "Rust");
  assert.equal(await origin(run()), "compiled");
  assert.equal(await origin(run({ id: 34, head_sha: head }), run()), "34");
  git(clone, "reset", "--quiet", "--hard", main);
});

test("the sources are everything that Cargo compiles the programs from", () => {
  const [, sources] = /^sources=\((.*)\)$/m.exec(readFileSync(join(SCRIPTS, PROGRAM), "utf8"));
  const files = new Set(git(ROOT, "ls-files", "--", ...sources.replaceAll("'", "").split(" ")).split("\n"));
  for (const other of ["README.md", "site-server/src/main.rs", "site-cli/tests/github.rs"]) {
    assert.ok(existsSync(join(ROOT, other)) && !files.has(other), other);
  }
  const [, ...listed] = readFileSync(`${process.env.SITE_OPS_PROGRAM}.d`, "utf8").trim().split(/\s+/);
  const end = "site-ops/src/main.rs";
  const root = listed.find((path) => path.endsWith(`/${end}`)).slice(0, -end.length);
  const compiled = listed.filter((path) => path.startsWith(root)).map((path) => path.slice(root.length));
  assert.ok(compiled.length > 100, String(compiled.length));
  compiled.push("Cargo.toml", "Cargo.lock", ".cargo/config.toml", "site-cli/Cargo.toml");
  const missing = compiled.filter((path) => !files.has(path));
  assert.deepEqual(missing, []);
  assert.equal(spawnSync("git", ["check-ignore", "target/kept"], { cwd: ROOT }).status, 0);
});

// A local GitHub for the tests: an API on a loopback port, with a real repository.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";

const REPOSITORY = "example/site";
export const SNAPSHOT = "site-server/tests/snapshots/pages/fees.snap";
/** The host keys in its API. */
export const HOST_KEYS = ["ssh-ed25519 AAAAhost"];
export const BOT = { login: "github-actions[bot]", type: "Bot" };
export const SCRIPTS = fileURLToPath(new URL("..", import.meta.url));
/** The tests' own content. */
const CONTENT = fileURLToPath(new URL("../../../site-schema/tests/content", import.meta.url));
/** The programs that replace main's. */
const { SITE_PROGRAM, SITE_OPS_PROGRAM } = process.env;
if (SITE_PROGRAM === undefined || SITE_OPS_PROGRAM === undefined) {
  throw new Error(
    "SITE_PROGRAM or SITE_OPS_PROGRAM is not set; run `cargo test -p site-cli --test cli github`",
  );
}

/**
 * A GitHub with a repository, a pull request from its branch `change`, and a clone of main with the program. Tests modify the API's data
 * freely. `main` and `head` are the commits.
 */
export class GitHub {
  folder = mkdtempSync(join(tmpdir(), "github-"));
  /** Requested changes, in order: method, path, body. */
  changes = [];
  issues = [];
  /** Additional environment variables for a script. */
  environment = {};
  /** Responses by path, which take precedence. */
  answers = {};
  /** The statuses of commits, newest first. */
  statuses = {};
  /** The id of the script's run. */
  runId = 1;
  /** Failures of the next requests, once each, by method and path: a status with headers, or a closed connection. */
  failures = [];
  /** All requests, in order: method and path. */
  requests = [];
  #server = createServer(async (incoming, response) => {
    const sent = await text(incoming);
    const { pathname, searchParams } = new URL(incoming.url, "http://127.0.0.1");
    const request = {
      method: incoming.method,
      path: pathname.replace(`/repos/${REPOSITORY}`, ""),
      query: Object.fromEntries(searchParams),
      authorization: incoming.headers.authorization,
      body: sent === "" ? undefined : JSON.parse(sent),
    };
    const failure = nextFailure(this, request);
    if (failure !== undefined) {
      if (failure.status === undefined) incoming.socket.destroy();
      else response.writeHead(failure.status, failure.headers).end(failure.text ?? "a failure");
      return;
    }
    const answer = reply(this, request) ?? { status: 404, message: "Not Found" };
    // A run also has a field `status`.
    response.writeHead(Number.isInteger(answer.status) ? answer.status : 200).end(JSON.stringify(answer));
  });

  constructor() {
    this.origin = join(this.folder, "origin.git");
    this.clone = join(this.folder, "clone");
    this.author = join(this.folder, "author");
    const url = pathToFileURL(this.origin).href;
    git(this.folder, "init", "--quiet", "--bare", "--initial-branch=main", this.origin);
    git(this.folder, "clone", "--quiet", url, this.author);
    cpSync(CONTENT, join(this.author, "content"), { recursive: true });
    write(this.author, { [SNAPSHOT]: "old\n", "site-schema/src/lib.rs": "", "README.md": "main\n" });
    write(this.author, { ".gitignore": "/target\n" });
    this.main = commit(this.author, "Begin");
    git(this.author, "push", "--quiet", "origin", "HEAD:main");
    git(this.folder, "clone", "--quiet", url, this.clone);
    mkdirSync(join(this.clone, "target/kept"), { recursive: true });
    symlinkSync(SITE_PROGRAM, join(this.clone, "target/kept/site"));
    symlinkSync(SITE_OPS_PROGRAM, join(this.clone, "target/kept/site-ops"));
    git(this.author, "switch", "--quiet", "-c", "change");
  }

  static async start() {
    const github = new GitHub();
    await once(github.#server.listen(0, "127.0.0.1"), "listening");
    github.#server.unref();
    return github;
  }

  /** Resets the pull request before a test, with a change outside content/. */
  begin(files = { "README.md": "change\n" }) {
    Object.assign(this, { comments: [], reviewComments: [], artifacts: {}, files: undefined });
    git(this.author, "reset", "--quiet", "--hard", this.main);
    this.propose(files);
  }

  /** Commits these files and all other changes to the pull request, which is then checked. */
  propose(files) {
    this.head = this.push(files);
    this.openPullRequest();
  }

  /** Commits a change, and moves the pull request's branch to it. */
  push(files) {
    write(this.author, files);
    const made = commit(this.author, "Change");
    git(this.author, "push", "--quiet", "--force", "origin", "HEAD:change", "HEAD:refs/pull/3/head");
    return made;
  }

  /** The pull request at its head, and the check of that commit, in the form of GitHub's API. */
  openPullRequest(check = {}) {
    const repo = { full_name: REPOSITORY, owner: { login: "example" } };
    const head = { ref: "change", sha: this.head, repo };
    this.changes = [];
    this.pulls = [{ number: 3, state: "open", base: { sha: this.main, ref: "main" }, head }];
    const run = { id: 11, head_sha: this.head, head_branch: "change", head_repository: repo };
    const ended = { status: "completed", conclusion: "success" };
    this.runs = [{ ...run, ...ended, html_url: "https://github.example/run/11", ...check }];
  }

  /** The environment of a script that calls this API, and repeats a failed request without a pause. */
  get api() {
    const address = `http://127.0.0.1:${this.#server.address().port}`;
    return {
      GITHUB_API_URL: address,
      GITHUB_SERVER_URL: address,
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_RUN_ID: String(this.runId),
      GITHUB_TOKEN: "the-token",
      SITE_API_PAUSE_MILLISECONDS: "0",
    };
  }

  /** Writes a program that takes precedence over the machine's. */
  stand(name, text) {
    const bin = join(this.folder, "bin");
    program(join(bin, name), text);
    this.environment.PATH = `${bin}:${process.env.PATH}`;
  }

  /** Dismisses a review, as anyone with write access can. Only an event keeps its original state. */
  dismiss(review) {
    const dismissed_review = { review_id: review.id, state: review.state.toLowerCase() };
    const events = this.answers["/issues/3/events"] ?? [{ event: "labeled", label: { name: "a" } }];
    this.answers["/issues/3/events"] = [...events, { event: "review_dismissed", dismissed_review }];
    review.state = "DISMISSED";
  }

  /** Runs a script like the workflow does, in the clone, with the event. The server keeps answering. */
  async script(name, event, ...parameters) {
    const path = join(this.folder, "event.json");
    writeFileSync(path, JSON.stringify(event));
    const node = name.endsWith(".mjs") ? [process.execPath] : [];
    const [command, ...all] = [...node, join(SCRIPTS, name), ...parameters];
    const env = { ...process.env, ...this.api, GITHUB_EVENT_PATH: path, ...this.environment };
    const child = spawn(command, all, { cwd: this.clone, env });
    const texts = [text(child.stdout), text(child.stderr), once(child, "close")];
    const [stdout, stderr, [status]] = await Promise.all(texts);
    return { status, said: stdout + stderr };
  }

  /** Runs a script that must exit with this status, and returns its output. */
  async says(expected, name, event = {}, ...parameters) {
    const { status, said } = await this.script(name, event, ...parameters);
    assert.equal(status, expected, said);
    return said;
  }
}

/** An account of a person. */
export const user = (login) => ({ login, type: "User" });

/** The next failure that a test has set for a request. */
function nextFailure(github, { method, path }) {
  github.requests.push(`${method} ${path}`);
  const index = github.failures.findIndex(
    (failure) => (failure.method ?? "GET") === method && failure.path === path,
  );
  return index === -1 ? undefined : github.failures.splice(index, 1)[0];
}

/** The response to a request. Undefined if GitHub refuses it. */
function reply(github, { method, path, query, authorization, body }) {
  const isKnown = authorization === "Bearer the-token";
  if (path === "/meta" && (isKnown || authorization === undefined)) return { ssh_keys: HOST_KEYS };
  if (!isKnown) return undefined;
  if (method !== "GET") {
    if (path === "/pulls/3/reviews") {
      const refused = refusal(github, body);
      if (refused) return refused;
      github.reviewComments.push(...body.comments.map((comment) => ({ ...comment, user: BOT })));
    }
    github.changes.push({ method, path, body });
    const commit = /^\/statuses\/(\w+)$/.exec(path)?.[1];
    if (commit) github.statuses[commit] = [{ ...body, creator: BOT }, ...(github.statuses[commit] ?? [])];
    return { number: 7 };
  }
  const { page: number = 1, per_page: length } = query;
  const page = (all) => all.slice((number - 1) * length, number * length);
  // The response that a test has set for a path. If it's null, the request is refused.
  const own = github.answers[path];
  if (own !== undefined) return Array.isArray(own) ? page(own) : (own ?? undefined);
  const id = Number(path.match(/\d+/));
  const statuses = /^\/commits\/(\w+)\/statuses$/.exec(path)?.[1];
  if (statuses) return page(github.statuses[statuses] ?? []);
  const answers = {
    "/pulls": () =>
      page(github.pulls.filter(({ head }) => `${head.repo.owner.login}:${head.ref}` === query.head)),
    "/pulls/N/files": () => page(github.files ?? files(github)),
    "/pulls/N/comments": () => page(github.reviewComments),
    "/pulls/N": () => github.pulls.find(({ number }) => number === id),
    "/issues": () => page(github.issues),
    "/issues/N/comments": () => page(github.comments),
    "/actions/runs/N": () => github.runs.find((run) => run.id === id),
    "/actions/runs/N/artifacts": () => ({ artifacts: page(github.artifacts[id] ?? []) }),
  };
  return answers[path.replace(/\d+/, "N")]?.();
}

/** The files of the pull request as GitHub shows them, with three lines of context around each change. */
function files({ author, main, head }) {
  const names = git(author, "diff", "--name-only", "-z", `${main}...${head}`).split("\0").slice(0, -1);
  return names.map((filename) => {
    const diff = git(author, "diff", "--unified=3", `${main}...${head}`, "--", filename);
    return { filename, patch: diff.slice(Math.max(0, diff.indexOf("@@"))) };
  });
}

/** GitHub's response to a review with a comment on a line that the pull request doesn't show: it refuses the whole review. */
function refusal(github, review) {
  for (const { path, line, side, start_line = line, start_side = side } of review.comments) {
    const patch = files(github).find(({ filename }) => filename === path)?.patch ?? "";
    const isIn = [...patch.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)].some(([, first, count = "1"]) => {
      const last = Number(first) + Number(count) - 1;
      return Number(first) <= start_line && start_line <= line && line <= last;
    });
    const isRight = side === "RIGHT" && start_side === "RIGHT" && review.commit_id === github.head;
    if (!isIn || !isRight)
      return { status: 422, message: "Unprocessable Entity", errors: ["Line could not be resolved"] };
  }
  return undefined;
}

/** The artifacts of a run, as GitHub lists them. */
export const artifacts = (...names) => names.map((name, at) => ({ id: 101 + at, name, expired: false }));

export function commit(folder, subject) {
  git(folder, "add", "--all");
  git(folder, "-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", subject);
  return git(folder, "rev-parse", "HEAD").trim();
}

/** Merges a branch like GitHub's button, and pushes main. */
export function merge(folder, branch) {
  const as = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
  git(folder, ...as, "merge", "--quiet", "--no-ff", "--no-edit", branch);
  git(folder, "push", "--quiet", "origin", "HEAD:main");
  return git(folder, "rev-parse", "HEAD").trim();
}

export function git(folder, ...parameters) {
  const run = spawnSync("git", parameters, { cwd: folder, encoding: "utf8" });
  if (run.status !== 0) throw new Error(`git ${parameters.join(" ")}: ${run.stderr}`);
  return run.stdout;
}

/** The shell script of a step that begins with this line, in a workflow or an action. */
export function shellOf(file, line) {
  const text = readFileSync(join(SCRIPTS, "..", file), "utf8");
  const [, indent, shell] = /\n( +)run: \|\n((?:\1 {2}.*\n)+)/.exec(text.slice(text.indexOf(`- ${line}\n`)));
  return shell.replace(new RegExp(`^${indent} {2}`, "gm"), "");
}

export function program(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: 0o755 });
}

export function write(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

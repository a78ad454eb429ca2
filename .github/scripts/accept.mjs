// A reviewer's comment `/accept-snapshots ID`: commits the snapshots that the report showed under that ID, and nothing else.
//
// Runs with the right to push, and so runs nothing of the pull request and checks none of it out: the commit is made of
// the head's tree and the judged snapshots. The ID is the digest of that tree, so it holds for one head and one set of
// snapshots: where either has changed since it was read, it no longer fits.

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Api, event, Refusal, run } from "./api.mjs";
import { BOT, credentials, fetched, git } from "./git.mjs";
import { ARTIFACT, BYTES, parse, SNAPSHOTS_FILE, short, tree } from "./snapshots.mjs";

const CHECK = "check.yml";
/** What runs again for the new commit: a push by a workflow starts none by itself. */
const AGAIN = [CHECK, "test.yml"];
const MARKER = "<!-- site: accept-snapshots -->";
const MOVED = "the branch has moved meanwhile, or takes no push; wait for its report, and read that";
const RIGHTS = ["admin", "write"];

await run(async (environment) => {
  const { issue, comment } = event(environment);
  const command = /^\/accept-snapshots(?:[ \t]+(\S+))?\s*$/.exec(comment.body);
  if (command === null || issue.pull_request === undefined) return "not a comment for this workflow";
  const api = new Api(environment);
  /** @param {string} text */
  const answer = (text) =>
    api.ask("POST", `/issues/${issue.number}/comments`, { body: `${MARKER}\n${text}` });
  // People without the right get no answer either, so that no stranger can make the workflow comment.
  const { permission } = await api.ask(
    "GET",
    `/collaborators/${encodeURIComponent(comment.user.login)}/permission`,
  );
  if (!RIGHTS.includes(permission)) {
    throw new Refusal(`expected a reviewer with the right to write, found ${JSON.stringify(permission)}`);
  }
  try {
    const accepted = await accept(api, issue.number, command[1], comment.user.login, environment);
    await answer(accepted);
    return accepted;
  } catch (error) {
    if (error instanceof Refusal) await answer(`Nothing was accepted: ${error.message}.`);
    throw error;
  }
});

/**
 * Commits the snapshots, and says what was accepted.
 * @param {Api} api
 * @param {number} number the pull request's
 * @param {string | undefined} id
 * @param {string} reviewer
 * @param {import("./api.mjs").Environment} environment
 */
async function accept(api, number, id, reviewer, environment) {
  /** @type {import("./api.mjs").PullRequest} */
  const pull = await api.ask("GET", `/pulls/${number}`);
  if (pull.state !== "open") throw new Refusal("expected an open pull request, found a closed one");
  if (pull.head.repo?.full_name !== environment.GITHUB_REPOSITORY) {
    throw new Refusal(
      "the pull request comes from another repository, to which nothing can be pushed from here; its author runs `cargo site test --accept` and commits the snapshots",
    );
  }
  const head = pull.head.sha;
  /** @type {import("./api.mjs").Run[]} */
  const checks = await api.list(
    `/actions/workflows/${CHECK}/runs?head_sha=${head}&status=completed`,
    (answer) => answer.workflow_runs,
  );
  const ours = checks.filter(
    (found) => found.head_sha === head && found.head_repository?.full_name === environment.GITHUB_REPOSITORY,
  );
  const checked = ours.sort((a, b) => b.id - a.id)[0];
  if (checked === undefined) {
    throw new Refusal(`the check of ${head.slice(0, 8)} is not done; wait for its report, and read that`);
  }

  const scratch = mkdtempSync(join(tmpdir(), "accept-"));
  const json = await api.fromArtifact(checked.id, ARTIFACT, SNAPSHOTS_FILE, BYTES);
  const files = json === undefined ? [] : parse(json);
  if (files.length === 0) throw new Refusal(`the check of ${head.slice(0, 8)} found no changed snapshot`);

  const folder = process.cwd();
  const branch = `refs/heads/${pull.head.ref}`;
  if (fetched(folder, branch, environment, "--depth=1") !== head) throw new Refusal(MOVED);
  const made = tree(folder, head, files, join(scratch, "index"));
  if (id !== short(made)) {
    throw new Refusal(
      `expected the ID under which the report shows the snapshots of ${head.slice(0, 8)}, found ${id === undefined ? "none" : "another"}; read the report as it stands and copy the line from there`,
    );
  }
  const commit = git(
    folder,
    ["commit-tree", made, "-p", head, "-m", "Accept the changed snapshots", "-m", `Reviewed by ${reviewer}.`],
    { ...process.env, ...BOT },
  ).trim();
  try {
    const lease = `--force-with-lease=${branch}:${head}`;
    git(folder, ["push", "--quiet", lease, "origin", `${commit}:${branch}`], credentials(environment));
  } catch (error) {
    console.error(error);
    throw new Refusal(MOVED);
  }
  for (const workflow of AGAIN) {
    await api.ask("POST", `/actions/workflows/${workflow}/dispatches`, { ref: pull.head.ref });
  }
  return `Accepted as ${commit}: ${files.length} snapshot${files.length === 1 ? "" : "s"}, read by ${reviewer}. The checks run again.`;
}

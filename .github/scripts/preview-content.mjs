// Copies the content of a pull request whose check has passed into the checkout of main, as data for a build with main's code. Outputs the
// number of the pull request, or that nothing can be previewed.

import { appendFileSync } from "node:fs";
import { Api, event, Refusal, run } from "./api.mjs";
import { git, headOf } from "./git.mjs";
import { meaning } from "./meaning.mjs";

await run([], async (environment) => {
  const api = new Api(environment);
  const checked = event(environment).workflow_run;
  const pull = await api.pullRequestOf(checked);
  const head = checked.head_sha;
  if (pull === undefined || headOf(pull.number) !== head) {
    return `no open pull request has the head commit ${head}: nothing to show`;
  }
  const { errors, code } = meaning(pull.base.sha, head);
  if (errors) throw new Refusal("expected content without errors");
  if (code) return "more than content has changed, and main's code can't show that: nothing to show";

  // meaning() has refused links, so these are plain files.
  git(["restore", `--source=${head}`, "--staged", "--worktree", "--", "content"]);
  appendFileSync(environment.GITHUB_OUTPUT ?? "", `number=${pull.number}\n`);
  return `the content of pull request ${pull.number} is in place`;
});

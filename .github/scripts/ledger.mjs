// Commits the ledger of addresses to the branch that was pushed to, where `cargo site ledger` has added to it.

import { event, run } from "./api.mjs";
import { BOT, credentials, git } from "./git.mjs";

const LEDGER = "content/published.toml";

await run(async (environment) => {
  const branch = event(environment).repository.default_branch;
  const folder = process.cwd();
  if (git(folder, ["status", "--porcelain", "--", LEDGER]) === "") return "no address is new";
  const commit = ["commit", "--quiet", "--message", "Record the new addresses", "--", LEDGER];
  git(folder, commit, { ...process.env, ...BOT });
  git(folder, ["push", "--quiet", "origin", `HEAD:refs/heads/${branch}`], credentials(environment));
  return "the new addresses are recorded";
});

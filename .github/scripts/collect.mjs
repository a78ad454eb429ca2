// Writes the changed snapshots of the work tree into the folder of the report: `collect.mjs FOLDER [REFERENCES]`. Where all tests
// ran, REFERENCES lists the snapshots that they asked for, and the others are removed. Runs beside the pull request's code.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Refusal, run } from "./api.mjs";
import { collect, removeOrphans, SNAPSHOTS_FILE } from "./snapshots.mjs";

await run(() => {
  const [folder, references] = process.argv.slice(2);
  if (folder === undefined) throw new Refusal("expected a folder to write into, found no argument");
  if (references !== undefined) removeOrphans(process.cwd(), readFileSync(references, "utf8"));
  const found = collect(process.cwd());
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, SNAPSHOTS_FILE), JSON.stringify(found));
  return `${found.length} changed snapshots`;
});

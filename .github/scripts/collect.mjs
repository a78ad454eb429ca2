// Writes the changed snapshots of the work tree into the folder of the report. Runs beside the pull request's code.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./api.mjs";
import { collect, SNAPSHOTS_FILE } from "./snapshots.mjs";

await run(() => {
  const [folder] = process.argv.slice(2);
  const found = collect(process.cwd());
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, SNAPSHOTS_FILE), JSON.stringify(found));
  return `${found.length} changed snapshots`;
});

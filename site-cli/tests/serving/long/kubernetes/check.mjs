// Checks that Kubernetes supports every field and value in a file of its objects: `node check.mjs site.yaml`.
//
// Converts each object to a TypeScript constant whose type comes from Kubernetes' own schema.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { loadAll } from "js-yaml";

const lines = [];
for (const object of loadAll(readFileSync(process.argv[2], "utf8"))) {
  // The core group has no name.
  const version = object.apiVersion;
  const type = `import("kubernetes-models/${version}/${object.kind}").I${object.kind}`;
  lines.push(`export const object${lines.length}: ${type} = ${JSON.stringify(object, null, 1)};`);
}
writeFileSync("objects.ts", lines.join("\n"));
const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--pretty", "false"];
const checked = spawnSync("node_modules/.bin/tsc", [...options, "objects.ts"], { encoding: "utf8" });
process.stdout.write(checked.stdout);
console.log(`${lines.length} objects`);
process.exitCode = checked.status ?? 2;

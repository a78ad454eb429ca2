// Holds the manifests of deploy/kubernetes to the API that they are for: `npm run manifests -- [FILE…]`.
//
// kubernetes-types is made from the API's own schemas. TypeScript reads each manifest as a value of its kind, so a field that the
// API does not have is a fault as well, which the API server would drop without a word.

import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";

const folder = fileURLToPath(new URL("../../deploy/kubernetes/", import.meta.url));
const web = fileURLToPath(new URL("..", import.meta.url));
const given = process.argv.slice(2);
const files = given.length > 0 ? given : (await readdir(folder)).sort().map((name) => folder + name);

/** @type {string[]} */
const faults = [];
/** @type {string[]} */
const lines = [];
/** @type {string[]} Where each line of the program comes from. */
const places = [];
for (const file of files) {
  for (const document of parseAllDocuments(await readFile(file, "utf8"), { merge: true })) {
    for (const { message } of document.errors) faults.push(`${file}: ${message}`);
    const manifest = document.toJS();
    if (manifest === null) continue;
    const { apiVersion, kind } = manifest;
    const place = `${file}: ${kind} of ${apiVersion}`;
    const library = libraryOf(String(apiVersion));
    if (library === undefined || !/^[A-Z]\w+$/.test(String(kind))) {
      faults.push(`${place}: expected a kind of the API itself, such as Deployment of apps/v1`);
      continue;
    }
    lines.push(`((_: import(${JSON.stringify(library)}).${kind}) => _)(${JSON.stringify(manifest)});`);
    places.push(place);
  }
}
if (lines.length === 0 && faults.length === 0) faults.push(`${folder}: expected manifests, found none`);

// Beside node_modules, where the types are found.
await mkdir(`${web}.cache`, { recursive: true });
const own = await mkdtemp(`${web}.cache/manifests-`);
try {
  await writeFile(`${own}/manifests.ts`, `${lines.join("\n")}\nexport {};\n`);
  const options = ["--noEmit", "--strict", "--ignoreConfig", "--types", "", "--module", "esnext"];
  options.push("--moduleResolution", "bundler", "--noErrorTruncation", "--pretty", "false");
  const tsc = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
  const run = spawnSync(process.execPath, [tsc, ...options, `${own}/manifests.ts`], { encoding: "utf8" });
  for (const line of run.stdout.split("\n").filter((line) => line.length > 0)) {
    const [, at, message] = /manifests\.ts\((\d+),\d+\): error TS\d+: (.*)/.exec(line) ?? [];
    if (message !== undefined) faults.push(`${places[Number(at) - 1]}: ${message}`);
    else if (!line.startsWith(" ")) faults.push(line);
  }
  if (run.status !== 0 && faults.length === 0) faults.push(`${run.stderr}${run.error ?? ""}`);
} finally {
  await rm(own, { recursive: true });
}
for (const fault of faults) console.error(fault);
console.log(`${lines.length} manifests, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;

/**
 * `apps/v1` is in kubernetes-types/apps/v1, `networking.k8s.io/v1` in kubernetes-types/networking/v1, `v1` in core.
 *
 * @param {string} version
 */
function libraryOf(version) {
  const [, group, number] = /^(?:([a-z]+)(?:\.[a-z.0-9]+)?\/)?(v\d\w*)$/.exec(version) ?? [];
  return number === undefined ? undefined : `kubernetes-types/${group ?? "core"}/${number}`;
}

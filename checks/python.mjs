// Runs a tool from Python's registry, which pip installs next to npm's packages: `python.mjs TOOL [ARGUMENT…]`. A warning counts as an
// error. Without Python, nothing is checked, which passes on a developer's machine and fails in CI.

import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const requirements = fileURLToPath(new URL("requirements.txt", import.meta.url));
const folder = fileURLToPath(new URL("node_modules/.python", import.meta.url));
const installed = `${folder}/requirements.txt`;
const [tool, ...parameters] = process.argv.slice(2);

const trouble = isInstalled() ? undefined : install();
if (trouble === undefined) {
  const run = spawnSync(`${folder}/bin/${tool}`, parameters, {
    env: { ...process.env, PYTHONPATH: folder },
    encoding: "utf8",
  });
  const said = `${run.stdout ?? ""}${run.stderr ?? ""}${run.error ?? ""}`;
  process.stderr.write(said);
  process.exitCode = run.status === 0 && !said.includes("WARN ") ? 0 : 1;
} else {
  console.log(`not checked: ${tool} is missing: ${trouble} Python 3 with pip installs it`);
  process.exitCode = process.env.CI ? 1 : 0;
}

function isInstalled() {
  try {
    return readFileSync(installed, "utf8") === readFileSync(requirements, "utf8");
  } catch {
    return false;
  }
}

/** The error that prevented installing the tools, if any. */
function install() {
  rmSync(folder, { recursive: true, force: true });
  const how = ["--quiet", "--disable-pip-version-check", "--only-binary", ":all:", "--target", folder];
  const run = spawnSync("python3", ["-m", "pip", "install", ...how, "--requirement", requirements], {
    encoding: "utf8",
  });
  if (run.status !== 0) return `${run.error?.message ?? run.stderr.trim()}.`;
  copyFileSync(requirements, installed);
  return undefined;
}

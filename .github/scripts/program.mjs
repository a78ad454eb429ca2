// Provides the programs of site-cli and site-ops as target/kept/site and target/kept/site-ops. If the sources in this checkout are the same, it
// uses the programs from the last run of program.yml on main. Otherwise, it compiles them here.
//
// Jobs with permissions run these programs. So they never come from a cache, which every job on main can write, but from an artifact, which
// only its own run can write: a run of program.yml, on main, for a commit of main.

import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Api, run } from "./api.mjs";
import { git } from "./git.mjs";

/** The paths of all files that are compiled into the programs. A test compares them with Cargo's own list. */
export const SOURCES = [
  ...["Cargo.toml", "Cargo.lock", ".cargo", "rust-toolchain.toml", "site-*/**"],
  ...["site-*/tests/**", "site-content/**", "site-prepare/**", "site-server/**"].map((path) => `:!${path}`),
];
const PROGRAMS = ["site", "site-ops"];
const FOLDER = "target/kept";
const WORKFLOW = ".github/workflows/program.yml";
/** Events that a pull request can't trigger. */
const EVENTS = ["push", "schedule", "workflow_dispatch"];

/**
 * The last run of program.yml on main that compiled the sources of this checkout. Undefined if no run has.
 * @param {Api} api @param {string} repository
 */
async function programRun(api, repository) {
  const path = "/actions/workflows/program.yml/runs?branch=main&status=success&per_page=20&page=1";
  /** @type {{ workflow_runs: import("./api.mjs").Run[] }} */
  const { workflow_runs: runs } = await api.ask("GET", path);
  return runs.find(
    (found) =>
      found.path.split("@")[0] === WORKFLOW &&
      EVENTS.includes(found.event) &&
      found.head_branch === "main" &&
      found.head_repository.full_name === repository &&
      found.conclusion === "success" &&
      hasSameSources(found.head_sha),
  );
}

/** Returns true for an ancestor of this checkout with the same sources. @param {string} commit */
function hasSameSources(commit) {
  try {
    git(["merge-base", "--is-ancestor", commit, "HEAD"]);
    git(["diff", "--quiet", commit, "HEAD", "--", ...SOURCES]);
    return true;
  } catch {
    return false;
  }
}

/** @param {import("./api.mjs").Environment} environment */
async function main(environment) {
  // Remove a folder with this name from the checkout or a cache, because it can't be trusted.
  rmSync(FOLDER, { recursive: true, force: true });
  const { GITHUB_TOKEN: token, GITHUB_REPOSITORY: repository = "", ...others } = environment;
  const found = await programRun(new Api(environment), repository).catch((error) => {
    console.error("GitHub didn't list the runs of program.yml:", error);
  });
  if (found !== undefined) {
    const parameters = ["--repo", repository, "--name", "program", "--dir", FOLDER];
    const download = spawnSync("gh", ["run", "download", String(found.id), ...parameters], {
      env: { ...others, GH_TOKEN: token },
      encoding: "utf8",
    });
    if (download.status === 0 && PROGRAMS.every((name) => starts(join(FOLDER, name), others))) {
      return `the programs of ${found.html_url}`;
    }
    console.error(`expected programs in ${found.html_url} that start here, found none: ${download.stderr}`);
  }
  const bins = PROGRAMS.flatMap((name) => ["--bin", name]);
  const cargo = spawnSync("cargo", ["build", "--locked", ...bins], { env: others, stdio: "inherit" });
  if (cargo.status !== 0) {
    throw new Error(`expected cargo to compile the programs, found status ${cargo.status}`);
  }
  mkdirSync(FOLDER, { recursive: true });
  for (const name of PROGRAMS) copyFileSync(join("target/debug", name), join(FOLDER, name));
  return "the programs are compiled here";
}

/**
 * Returns true if a program starts. One that was compiled on a newer system may not.
 * @param {string} program @param {import("./api.mjs").Environment} environment without a token
 */
function starts(program, environment) {
  if (!existsSync(program)) return false;
  chmodSync(program, 0o755);
  return spawnSync(program, ["--version"], { env: environment }).status === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await run([], main);

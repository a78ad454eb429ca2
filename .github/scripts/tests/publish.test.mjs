// Tests the shell code of publish.yml and take-down.yml, with the real program of the machine behind a stand-in for ssh.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, test } from "node:test";
import { commit, git, program, SCRIPTS, shellOf, write } from "./github.mjs";

const { SITE_OPS_PROGRAM: OPS, SITE_PLACE_PROGRAM: PLACE } = process.env;

const folder = mkdtempSync(join(tmpdir(), "publish-"));
const checkout = join(folder, "checkout");
const temp = join(folder, "temp");
const output = join(folder, "output");
write(checkout, { "README.md": "A site\n" });
cpSync(SCRIPTS, join(checkout, ".github/scripts"), { recursive: true });
git(checkout, "init", "--quiet");
const approved = commit(checkout, "Begin");

/** Writes a program that takes precedence over the machine's. */
const stand = (name, text) => program(join(folder, "bin", name), `#!/bin/bash\n${text}\n`);

/** Runs a command in the checkout, and returns its status, its output and the outputs of the step. */
function runs(command, parameters, given = {}) {
  write(folder, { output: "", summary: "" });
  const run = spawnSync(command, parameters, {
    cwd: checkout,
    encoding: "utf8",
    env: {
      ...process.env,
      PATH: `${join(folder, "bin")}:${process.env.PATH}`,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: join(folder, "summary"),
      RUNNER_TEMP: temp,
      SITE_ACTOR: "ann",
      SITE_PLACE: "ssh://site@www.example.com",
      SITE_PLACE_FOLDER: join(folder, "place"),
      SITE_PLACE_SYSTEMCTL: "true",
      ...given,
    },
  });
  const lines = readFileSync(output, "utf8").matchAll(/^(.*?)=(.*)$/gm);
  const outputs = Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
  return { status: run.status, said: run.stdout + run.stderr, outputs };
}

const script = (name, parameters, given) => runs(join(checkout, ".github/scripts", name), parameters, given);

beforeEach(() => {
  for (const name of ["temp", "place"]) rmSync(join(folder, name), { recursive: true, force: true });
  write(folder, { "temp/file": "", "place/file": "" });
  stand("ssh", `SSH_ORIGINAL_COMMAND=\${!#} exec ${PLACE} key write`);
  program(join(temp, "program/site-ops"), `#!/bin/bash\nexec ${OPS} "$@"\n`);
  assert.equal(runs(PLACE, ["init", "--approved", approved]).status, 0);
});

test("a job without a checkout reads the state of the place", () => {
  const step = shellOf("actions/state/action.yml", "id: state");
  const state = { approved, program: null, broken_glass: [], live: null, revision: 0 };
  const expected = { approved, state: JSON.stringify(state) };
  const ask = (given) => runs("bash", ["-e", "-c", step], given);
  const run = ask({ KEY: "a key", HOSTS: "keys of the machine" });
  assert.deepEqual([run.status, run.outputs], [0, expected], run.said);
  for (const name of ["key", "hosts"]) assert.ok(!existsSync(join(checkout, name)), name);

  // In Kubernetes the state is an annotation.
  stand("kubectl", `${PLACE} status | jq '{ metadata: { annotations: { "site/state": tojson } } }'`);
  const cluster = ask({ CLUSTER: "a config" });
  assert.deepEqual([cluster.status, cluster.outputs], [0, expected], cluster.said);
  // Without an approved commit, later jobs would check out another one.
  for (const answer of ["{}", '{ "metadata": { "annotations": { "other": "" } } }', ""]) {
    stand("kubectl", `echo '${answer}'`);
    const { status, outputs } = ask({ CLUSTER: "a config" });
    assert.notEqual(status, 0, answer);
    assert.deepEqual(outputs, {}, answer);
  }
  stand("ssh", "exit 255");
  assert.notEqual(ask({}).status, 0);
});

test("a take-down holds the place, and leaves the hold of a person", () => {
  const given = { REASON: "a wrong figure", TAKE_DOWN: "/fees", PUBLISHING_KEY: "the key" };
  const hold = () => script("with-keys.sh", [".github/scripts/hold.sh"], given);
  const first = hold();
  // Nothing is live yet, but the hold is known and can be released.
  assert.equal(first.status, 2, first.said);
  assert.match(first.said, /expected a live version, found none/);
  assert.equal(JSON.parse(first.outputs.hold).reason, "taking down /fees: a wrong figure");
  assert.equal(hold().outputs.hold, first.outputs.hold, "the hold of an earlier try is its own");
  const release = ["release", "--who", "ann", "--reason", "over", "--of", first.outputs.hold];
  const released = script("with-keys.sh", [join(temp, "program/site-ops"), ...release], given);
  assert.equal(released.status, 0, released.said);
  assert.doesNotMatch(released.said, /held:/);
  const person = ["hold", "--who", "bob", "--reason", "a look"];
  script("with-keys.sh", [join(temp, "program/site-ops"), ...person], given);
  assert.equal(hold().outputs.hold, "", "a person holds it");
});

test("keys are files that only the command can read, and that are gone after it", () => {
  const reads =
    'stat --format %a "$SITE_SSH_KEY"; cat "$SITE_SSH_KEY" "$KUBECONFIG"; echo "$SITE_SSH_KEY" > path';
  const given = { PUBLISHING_KEY: "line 1\nline 2", CLUSTER_CONFIG: "config", REGISTRY_AUTH: "" };
  const run = script("with-keys.sh", ["bash", "-c", `${reads}; env; exit 4`], given);
  assert.equal(run.status, 4, run.said);
  assert.match(run.said, /^600\nline 1\nline 2\nconfig\n/);
  assert.doesNotMatch(run.said, /PUBLISHING_KEY|CLUSTER_CONFIG|REGISTRY_AUTH/);
  assert.ok(!existsSync(readFileSync(join(checkout, "path"), "utf8").trim()));
});

test("the program is the one that a run keeps, if it is the one that the place knows", () => {
  stand("gh", `mkdir -p ${temp}/program; echo kept > ${temp}/program/site-ops`);
  stand("cargo", "mkdir -p target/debug; echo compiled > target/debug/site-ops");
  const sha256 = spawnSync("sha256sum", { input: "kept\n", encoding: "utf8" }).stdout.slice(0, 64);
  for (const [run, hash, expected] of [
    ["12", sha256, "kept\n"],
    ["12", sha256.replace(/^./, "x"), "compiled\n"],
    ["", "", "compiled\n"],
  ]) {
    const { status, said } = script("approved-program.sh", [], { PROGRAM_RUN: run, PROGRAM_SHA256: hash });
    assert.equal(status, 0, said);
    assert.equal(readFileSync(join(temp, "program/site-ops"), "utf8"), expected);
  }
  stand("gh", "exit 1");
  const { said } = script("approved-program.sh", [], { PROGRAM_RUN: "12", PROGRAM_SHA256: sha256 });
  assert.match(said, /in run 12, found none: compiling it/);
});

test("the outcome of a publication is in the summary and an output, whatever it is", () => {
  write(temp, { "publication/site-server": "no server", head: "the record's head" });
  const run = script("publish.sh", ["--program-sha256", "00", "--program-run", "12"]);
  const attestation = () => readFileSync(join(temp, "attestation"), "utf8");
  assert.equal(run.status, 2, run.said);
  assert.match(run.outputs.outcome, /^Not published: /);
  assert.equal(run.outputs.head, "the record's head");
  assert.match(readFileSync(join(folder, "summary"), "utf8"), /^Not published: /);
  assert.match(attestation(), /^not attested: /);
  script("publish.sh", [], { ATTESTATION: "https://github.example/a/1" });
  assert.equal(attestation(), "attested by GitHub: https://github.example/a/1\n");
});

// Rules for GitHub's workflows that no linter checks: `npm run workflows`. Each is about a job, or about what an event starts.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { parse } from "yaml";

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const FOLDER = ".github/workflows";
const texts = Object.fromEntries(
  readdirSync(new URL(`../${FOLDER}`, import.meta.url)).map((file) => [file, read(`${FOLDER}/${file}`)]),
);
const workflows = Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, parse(text)]));
const sample = parse(read("deploy/static/publish.yml"));
const ACTIONS = "$/.github/actions/";
/** The steps of this repository's own actions, by name. */
const actions = Object.fromEntries(
  readdirSync(new URL("../.github/actions", import.meta.url)).map((name) => {
    return [name, parse(read(`.github/actions/${name}/action.yml`)).runs.steps];
  }),
);

/** Every job, with its file and name. */
const jobs = Object.entries(workflows).flatMap(([file, workflow]) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ file, name, job, workflow, id: `${file}: ${name}` })),
);
const jobOf = (file, name) => workflows[file].jobs[name];
const stepsOf = (steps, action) => steps.filter(({ uses = "" }) => uses.startsWith(action));

/** Returns true for a job with write permissions or a secret. */
function hasRights({ job, workflow }) {
  const rights = Object.values(job.permissions ?? workflow.permissions ?? {});
  return (
    rights.includes("write") || job.environment !== undefined || JSON.stringify(job).includes("secrets.")
  );
}

/** The value of a GitHub expression, with an event as its context and no repository variables. */
function evaluate(expression, github) {
  const code = expression.replaceAll(/(?<=[\w\]])\.(?=[a-z_])/g, "?.").replaceAll("[0]", "?.[0]");
  const functions = {
    contains: (all, one) => all?.includes(one) ?? false,
    fromJSON: JSON.parse,
    vars: new Proxy({}, { get: () => "" }),
    needs: {},
    github,
  };
  return new Function(...Object.keys(functions), `return ${code}`)(...Object.values(functions));
}

const expression = (code) => `\${{ ${code} }}`;

/** The name of a concurrency group. */
const groupOf = ({ group }, github) =>
  group.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, code) => evaluate(code, github));

/** The jobs of a workflow that an event starts. */
function startedBy(file, github) {
  const all = Object.entries(workflows[file].jobs);
  return all.filter(([, job]) => !job.if || evaluate(job.if, github)).map(([name]) => name);
}

/** What report.yml does when a run of check.yml, for an event, begins or ends. */
const reported = (event, action, conclusion = null) =>
  startedBy("report.yml", {
    event_name: "workflow_run",
    event: { action, workflow_run: { event, conclusion } },
  });

test("there are eight workflows, and each says what it does, why, and for whom", () => {
  assert.equal(Object.keys(workflows).length, 8);
  for (const [file, text] of Object.entries(texts)) {
    const head = text.slice(0, text.indexOf("\nname: "));
    for (const start of ["What it does", "Why it exists", "Whom it affects"]) {
      assert.match(head, new RegExp(`^# ${start}: `, "m"), file);
    }
    if (!jobs.some((job) => job.file === file && hasRights(job))) continue;
    for (const name of Object.keys(workflows[file].jobs)) {
      if (name !== "unconfigured") assert.match(head, new RegExp(`^# ${name} +\\S`, "m"), `${file}: ${name}`);
    }
  }
});

test("a job with rights or keys reads no cache", () => {
  const cached = /^(actions\/cache|Swatinem\/rust-cache)/;
  for (const [name, steps] of Object.entries(actions)) {
    assert.ok(!steps.some(({ uses }) => cached.test(uses)), name);
    for (const step of stepsOf(steps, "actions/setup-node")) {
      assert.equal(step.with["node-version-file"], ".node-version", name);
      assert.equal(step.with["package-manager-cache"], false, name);
    }
  }
  assert.doesNotMatch(read(".github/actions/site/program.sh"), /ACTIONS_CACHE/);
  const withCache = jobs.filter(({ job }) => job.steps.some(({ uses }) => cached.test(uses)));
  assert.deepEqual(withCache.map(({ id }) => id).sort(), [
    "check.yml: preview",
    "ci.yml: test",
    "ci.yml: windows",
  ]);
  for (const { id, job, workflow } of withCache) assert.ok(!hasRights({ job, workflow }), id);
  for (const { id, job, workflow } of jobs) {
    for (const step of stepsOf(job.steps, "actions/setup-node")) {
      assert.equal(step.with["node-version-file"], ".node-version", `${id}: Node has one version`);
      if (hasRights({ job, workflow })) assert.equal(step.with["package-manager-cache"], false, id);
    }
  }
  // What publish.yml and take-down.yml build for visitors, or for later jobs with permissions, must not come from a cache.
  for (const [file, name] of [
    ["publish.yml", "build"],
    ["take-down.yml", "build"],
    ["nightly.yml", "snapshots"],
  ]) {
    const steps = stepsOf(jobOf(file, name).steps, "actions/setup-node");
    assert.equal(steps.length, 1, `${file}: ${name}`);
    for (const step of steps) assert.equal(step.with["package-manager-cache"], false, `${file}: ${name}`);
  }
});

test("the program that jobs with rights run comes from main, and runs no test and no package of npm", () => {
  const { on, jobs: all } = workflows["program.yml"];
  assert.deepEqual(Object.keys(all), ["program"]);
  assert.equal(all.program.if, "github.ref == 'refs/heads/main'");
  assert.deepEqual(on.push.branches, ["main"]);
  assert.doesNotMatch(JSON.stringify(all.program.steps), /npm|node|test|cache/);
  const started = on.push.paths.map((path) => path.replace(/^!/, ":!").replace(/^\.cargo\/\*\*$/, ".cargo"));
  const [, sources] = /^sources=\((.*)\)$/m.exec(read(".github/actions/site/program.sh"));
  assert.deepEqual(started, sources.replaceAll("'", "").split(" "));
});

test("a scheduled run reads no repository from its event, which may lack it", () => {
  for (const [file, { on }] of Object.entries(workflows)) {
    if ("schedule" in on) assert.doesNotMatch(texts[file], /github\.event\.repository/, file);
  }
  assert.equal(jobOf("nightly.yml", "snapshots").if, "github.ref == 'refs/heads/main'");
});

test("jobs with rights check out main, or a commit that is approved", () => {
  /** The commits that a job checks out, or the state of the place that names the commit. */
  const refsOf = (job) => {
    const [checkout, site, approved] = ["actions/checkout@", `${ACTIONS}site`, `${ACTIONS}approved`].map(
      (action) => stepsOf(job.steps, action),
    );
    return [
      ...[...checkout, ...site].map((step) => step.with.ref),
      ...approved.map((step) => step.with.state),
    ];
  };
  assert.equal(stepsOf(actions.site, "actions/checkout@")[0].with.ref, expression("inputs.ref"));
  assert.deepEqual(stepsOf(actions.state, "actions/"), []);
  const inState = expression("fromJSON(inputs.state).approved");
  assert.equal(stepsOf(actions.approved, "actions/checkout@")[0].with.ref, inState);
  const [asked, heldState, held, answer, approved, sha] = [
    "steps.state.outputs.state",
    "needs.live.outputs.state",
    "needs.live.outputs.approved",
    "needs.state.outputs.state",
    "needs.state.outputs.approved",
    "github.sha",
  ].map(expression);
  const others = {
    "nightly.yml: ask": [asked],
    // On a schedule, this is main's commit.
    "nightly.yml: push-snapshots": [sha],
    "publish.yml: attest": [],
    "publish.yml: attest-record": [],
    "publish.yml: publish": [sha],
    "publish.yml: state": [],
    "publish.yml: tell": [approved],
    "report.yml: upload": [],
    "take-down.yml: attest": [],
    "take-down.yml: live": [asked],
    "take-down.yml: propose": [held],
    "take-down.yml: publish": [heldState],
    "take-down.yml: release": [heldState],
  };
  for (const found of jobs.filter(hasRights)) {
    const { id, job } = found;
    assert.deepEqual(refsOf(job), others[id] ?? ["main"], id);
    // Only jobs on main run main's program.
    if (others[id]) assert.deepEqual(stepsOf(job.steps, `${ACTIONS}site`), [], id);
  }
  const { gate, publish, state } = workflows["publish.yml"].jobs;
  assert.deepEqual(refsOf(gate), [answer]);
  assert.ok(!hasRights({ job: gate, workflow: {} }));
  assert.equal(state.environment, "live-read");
  assert.match(
    publish.if,
    /&& \(needs\.gate\.result == 'success' \|\| \(needs\.gate\.result == 'skipped' && needs\.state\.outputs\.approved == github\.sha\)\)/,
  );
});

test("a group has a queue that GitHub knows, and none cancels what must be answered", () => {
  const groups = jobs.flatMap(({ id, job, workflow }) => [
    [id, job.concurrency],
    [id, workflow.concurrency],
  ]);
  for (const [id, concurrency] of groups) {
    if (concurrency?.queue === undefined) continue;
    assert.ok(["single", "max"].includes(concurrency.queue), id);
    assert.equal(concurrency["cancel-in-progress"], undefined, `${id}: a queue excludes it`);
  }
  // The gate's answer holds for one revision of the place, so no other publication may run between the answer and its use.
  const one = { group: "live", queue: "max" };
  for (const workflow of [workflows["publish.yml"], sample]) {
    assert.deepEqual(workflow.concurrency, one);
    assert.deepEqual(workflow.on.push["paths-ignore"], ["**/*.snap"]);
    for (const job of Object.values(workflow.jobs)) assert.equal(job.concurrency, undefined);
  }
  assert.deepEqual(jobOf("nightly.yml", "ask").concurrency, one);
  // A take-down doesn't wait for publications.
  assert.deepEqual(workflows["take-down.yml"].concurrency, { group: "take-down", queue: "max" });
  assert.equal(jobOf("take-down.yml", "release").if, expression("always() && needs.live.outputs.hold"));
  // Every comment starts a run. A group for the whole workflow would include it before the job's condition is evaluated.
  const commented = Object.entries(workflows).filter(([, { on }]) => "issue_comment" in on);
  assert.deepEqual(
    commented.map(([file]) => file),
    ["report.yml"],
  );
  assert.equal(workflows["report.yml"].concurrency, undefined);
  assert.equal(jobOf("report.yml", "status").concurrency.queue, "max");
});

test("three pushes to main within a minute are all compared, and a newer commit of a pull request ends the check of the older", () => {
  const push = (run_id) => ({ event_name: "push", ref: "refs/heads/main", run_id });
  const pull = (run_id) => ({ event_name: "pull_request", ref: "refs/pull/3/merge", run_id });
  const review = (run_id) => ({ ...pull(run_id), event_name: "pull_request_review" });
  const groups = (file, ...events) =>
    new Set(events.map((event) => groupOf(workflows[file].concurrency, event)));
  assert.equal(groups("ci.yml", push(1), push(2), push(3)).size, 3);
  for (const file of ["check.yml", "ci.yml"]) assert.equal(groups(file, pull(1), pull(2)).size, 1);
  assert.equal(groups("check.yml", pull(1), review(2), review(3)).size, 3, "a review ends no check");
  const { env } = jobOf("ci.yml", "test").steps.at(-1);
  assert.match(env.BASE, /github\.event\.before/);
});

test("the comment, the status and the preview wait for no test", () => {
  assert.deepEqual(workflows["report.yml"].on.workflow_run.workflows, ["check"]);
  assert.deepEqual(reported("pull_request", "in_progress"), ["comment", "status"]);
  for (const end of ["success", "failure"]) {
    assert.ok(reported("pull_request", "completed", end).includes("comment"), end);
  }
  assert.deepEqual(reported("pull_request", "completed", "cancelled").includes("comment"), false);
  const { site } = workflows["report.yml"].jobs;
  assert.match(
    site.if,
    /workflow_run\.event == 'pull_request' && github\.event\.workflow_run\.conclusion == 'success'/,
  );
});

test("a merge queue's commit and a review get the status, and no comment", () => {
  for (const event of ["merge_group", "pull_request_review"]) {
    assert.deepEqual(reported(event, "in_progress"), ["status"], event);
    assert.deepEqual(reported(event, "completed", "success").includes("comment"), false, event);
  }
  const comment = (body, changes) =>
    startedBy("report.yml", {
      event_name: "issue_comment",
      event: { action: "edited", issue: { pull_request: {} }, comment: { body }, changes },
    });
  assert.deepEqual(comment("/break-glass a reason"), ["status"]);
  assert.deepEqual(comment("gone", { body: { from: "/break-glass a reason" } }), ["status"]);
  assert.deepEqual(comment("an ordinary comment"), []);
});

test("required checks run for every pull request and every merge of a queue", () => {
  const { rules } = JSON.parse(read(".github/rulesets/main.json"));
  const { parameters } = rules.find(({ type }) => type === "required_status_checks");
  assert.equal(parameters.strict_required_status_checks_policy, true);
  const contexts = parameters.required_status_checks.map(({ context, integration_id }) => {
    // Another app, or a person, could set a check of the same name. This is the id of GitHub Actions on github.com.
    assert.equal(integration_id, 15368, context);
    return context;
  });
  assert.deepEqual(contexts, ["check", "test", "compliance"]);
  assert.match(read(".github/scripts/approvals.mjs"), /= "compliance";/);
  for (const [name, file] of [
    ["check", "check.yml"],
    ["test", "ci.yml"],
  ]) {
    const { on, jobs: all } = workflows[file];
    assert.deepEqual([on.pull_request, on.merge_group], [null, null], "neither filters by paths or types");
    // GitHub treats a skipped required job as passed.
    assert.deepEqual(
      [all[name].if, all[name].needs, all[name].name],
      [undefined, undefined, undefined],
      name,
    );
  }
});

test("a pull request of content, with two reviews, starts at most 14 runs", () => {
  const path = "content/articles/first.mdx";
  const matches = (globs) =>
    globs.some((glob) => {
      const pattern = glob.replaceAll(".", "\\.").replaceAll("**/", "(.*/)?").replaceAll(/\*+/g, ".*");
      return !glob.startsWith("!") && new RegExp(`^${pattern}$`).test(path);
    });
  /** The runs that an event starts, including skipped ones. */
  function runsOf(event, type) {
    let count = 0;
    for (const { on, name } of Object.values(workflows)) {
      if (!(event in on)) continue;
      const { types = ["opened"], paths, "paths-ignore": ignored = [] } = on[event] ?? {};
      if (type !== undefined && !types.includes(type)) continue;
      if ((paths && !matches(paths)) || matches(ignored)) continue;
      count += 1;
      for (const other of Object.values(workflows)) {
        const follows = other.on.workflow_run;
        if (follows?.workflows.includes(name)) count += follows.types.length;
      }
    }
    return count;
  }
  const runs = {
    opened: runsOf("pull_request", "opened") + runsOf("pull_request_target", "opened"),
    reviews: 2 * runsOf("pull_request_review", "submitted"),
    merged: runsOf("push") + runsOf("pull_request", "closed") + runsOf("pull_request_target", "closed"),
  };
  assert.deepEqual(runs, { opened: 4, reviews: 6, merged: 3 });
  assert.ok(runs.opened + runs.reviews + runs.merged <= 14);
});

test("dependabot keeps every action up to date", () => {
  const { updates } = parse(read(".github/dependabot.yml"));
  const { directories } = updates.find((update) => update["package-ecosystem"] === "github-actions");
  assert.deepEqual(directories, ["/", "/.github/actions/*", "/deploy/static"]);
});

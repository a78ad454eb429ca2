// After a check of a pull request: one comment that says what the change means, brought up to date by each check.
//
// Runs with rights, and so runs nothing of the pull request and checks none of it out. The pull request is found through
// the event and the API; the report and the snapshots are data made by strangers.

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Api, event, Refusal, run } from "./api.mjs";
import { fetched } from "./git.mjs";
import { ARTIFACT, BYTES, difference, parse, SNAPSHOTS_FILE, short, tree } from "./snapshots.mjs";
import { COMMENT_CHARACTERS, cut, fenced, tamed } from "./text.mjs";

const MARKER = "<!-- site: report -->";
const REPORT_FILE = "diff.md";
const PREVIEW = "preview";
const SCREENSHOTS = "screenshots";
const REPORT_CHARACTERS = 35_000;
const SNAPSHOT_CHARACTERS = 20_000;

await run(async (environment) => {
  const api = new Api(environment);
  const checked = event(environment).workflow_run;
  const pull = await pullRequest(api, checked);
  if (pull === undefined) return `no open pull request stands at ${checked.head_sha}: nothing to report`;

  const scratch = mkdtempSync(join(tmpdir(), "report-"));
  const read = (file) => api.fromArtifact(checked.id, ARTIFACT, file, BYTES);
  const parts = [heading(checked)];
  parts.push(
    downloads(await api.list(`/actions/runs/${checked.id}/artifacts`, (answer) => answer.artifacts), checked),
  );
  const report = await read(REPORT_FILE);
  if (report === undefined) {
    parts.push("There is no report of what the change means, because the site could not be built.\n");
  } else {
    parts.push(
      cut(
        tamed(report),
        REPORT_CHARACTERS,
        `The rest is in the artifact \`${ARTIFACT}\` of [the check](${checked.html_url}).`,
      ),
    );
  }
  const snapshots = await read(SNAPSHOTS_FILE);
  if (snapshots !== undefined) parts.push(reviewed(snapshots, pull, join(scratch, "index"), checked));
  await api.upsertComment(pull.number, MARKER, cut(parts.join("\n"), COMMENT_CHARACTERS, "…"));
  return `reported on pull request ${pull.number}`;
});

/** The open pull request whose head was checked. A later commit has a check of its own. */
async function pullRequest(api, checked) {
  const branch = `${checked.head_repository.owner.login}:${checked.head_branch}`;
  const open = await api.list(`/pulls?state=open&head=${encodeURIComponent(branch)}`);
  return open.find((pull) => pull.head.sha === checked.head_sha);
}

function heading(checked) {
  const commit = checked.head_sha.slice(0, 8);
  const run = `[the check](${checked.html_url})`;
  return checked.conclusion === "success"
    ? `## What this change means\n\nThe check of ${commit} found no error: ${run}.\n`
    : `## What this change means\n\nThe check of ${commit} did not pass. Each problem stands beside its line under “Files changed”, and all of them in the summary of ${run}.\n`;
}

/** Where the site as it would be, and pictures of what looks different in it, can be had. */
function downloads(artifacts, checked) {
  const link = (name, label) => {
    const made = artifacts.find((artifact) => artifact.name === name && !artifact.expired);
    return made && `[${label}](${checked.html_url}/artifacts/${made.id})`;
  };
  const preview = link(PREVIEW, "download the preview");
  const screenshots = link(SCREENSHOTS, "download the screenshots");
  return [
    preview && `The site as it would be: ${preview}, unpack it and open \`index.html\`.\n`,
    screenshots && `What looks different, before and after: ${screenshots}.\n`,
  ]
    .filter(Boolean)
    .join("\n");
}

/** The snapshots as our own Git shows them, and the line that accepts exactly these. */
function reviewed(json, pull, index, checked) {
  let files;
  let made;
  const folder = process.cwd();
  try {
    files = parse(json);
    if (files.length === 0) return "";
    if (fetched(folder, `refs/pull/${pull.number}/head`, process.env) !== checked.head_sha) return "";
    made = tree(folder, checked.head_sha, files, index);
  } catch (error) {
    if (error instanceof Refusal)
      return `## Snapshots\n\nThey can't be accepted from here: ${tamed(error.message)}.\n`;
    throw error;
  }
  const changes = difference(folder, checked.head_sha, made);
  if (changes === "") return "";
  const count = `${files.length} snapshot${files.length === 1 ? "" : "s"}`;
  if (changes.length > SNAPSHOT_CHARACTERS) {
    return `## ${count} to accept\n\nThe change is too long to be read here, and so can't be accepted here: read it with \`cargo site test\` and take it with \`cargo site test --accept\`.\n`;
  }
  return [
    `## ${count} to accept\n`,
    "The recorded text of these pages changes. Read each change; if it is what is meant, a reviewer accepts exactly these with the comment\n",
    fenced(`/accept-snapshots ${short(made)}`, ""),
    `<details><summary>The changes</summary>\n`,
    fenced(changes, "diff"),
    "</details>\n",
  ].join("\n");
}

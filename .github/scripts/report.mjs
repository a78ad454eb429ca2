// Of a pull request whose check has begun or ended: one comment that says what the change means, brought up to date each time.
//
// Runs with rights, and so runs nothing of the pull request and checks none of it out. The pull request is found through the event
// and the API, and so is how its check stands. The words are those of main's own program. Only the snapshots come from the check:
// they are data made by strangers, and shown as such.

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Api, event, Refusal, run } from "./api.mjs";
import { fetched } from "./git.mjs";
import { meaning, TITLE } from "./meaning.mjs";
import { ARTIFACT, BYTES, difference, parse, SNAPSHOTS_FILE, short, tree } from "./snapshots.mjs";
import { beginning, COMMENT_CHARACTERS, cut, fenced, inline } from "./text.mjs";

/** @typedef {import("./api.mjs").PullRequest} PullRequest */
/** @typedef {import("./api.mjs").Run} Run */

const MARKER = "<!-- site: report -->";
const PREVIEW = "preview";
const SCREENSHOTS = "screenshots";
const PROBLEM_CHARACTERS = 8_000;
/** The snapshot of a long article, which has to be read whole; of what it means, the beginning may do. */
const SNAPSHOT_CHARACTERS = 40_000;

await run(async (environment) => {
  const api = new Api(environment);
  // As it stands: since the event it may have ended.
  /** @type {Run} */
  const checked = await api.ask("GET", `/actions/runs/${event(environment).workflow_run.id}`);
  const pull = await pullRequest(api, checked);
  if (pull === undefined) return `no open pull request stands at ${checked.head_sha}: nothing to report`;
  const folder = process.cwd();
  if (fetched(folder, `refs/pull/${pull.number}/head`, environment) !== checked.head_sha) {
    return `pull request ${pull.number} has moved on from ${checked.head_sha}: nothing to report`;
  }

  const artifacts = await api.artifacts(checked.id);
  const snapshots = await api.fromArtifact(checked.id, ARTIFACT, SNAPSHOTS_FILE, BYTES);
  const { status, differs } = words(folder, pull, checked);
  const before = [TITLE, status, downloads(artifacts, checked)].join("\n");
  const after = snapshots === undefined ? "" : reviewed(folder, snapshots, checked);
  const room = COMMENT_CHARACTERS - before.length - after.length;
  const comment = [before, cut(differs, room, "The rest is what `cargo site diff` shows."), after].join("\n");
  await api.upsertComment(pull.number, MARKER, comment);
  return `reported on pull request ${pull.number}`;
});

/**
 * The open pull request whose head was checked. A later commit has a check of its own.
 * @param {Api} api
 * @param {Run} checked
 */
async function pullRequest(api, checked) {
  const branch = `${checked.head_repository.owner.login}:${checked.head_branch}`;
  /** @type {PullRequest[]} */
  const open = await api.list(`/pulls?state=open&head=${encodeURIComponent(branch)}`);
  return open.find((pull) => pull.head.sha === checked.head_sha);
}

/**
 * The words of main's program on the commit: what is wrong with its content, and what differs.
 * @param {string} folder
 * @param {PullRequest} pull
 * @param {Run} checked
 */
function words(folder, pull, checked) {
  const commit = `\`${checked.head_sha.slice(0, 10)}\``;
  let found;
  try {
    found = meaning(folder, pull.base.sha, checked.head_sha);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: `The content of ${commit} can't be read: ${inline(error.message)}\n`, differs: "" };
  }
  const counts = inline(found.counts);
  const rest = "The rest is what `cargo site check` shows.";
  const problems = fenced(beginning(found.problems, PROBLEM_CHARACTERS, rest), "");
  const parts = [
    found.errors
      ? `The content of ${commit} **has errors**: ${counts} Each stands beside its line under “Files changed”.\n\n${problems}`
      : `The content of ${commit} has no errors: ${counts}\n`,
  ];
  if (!found.errors && found.problems !== "") {
    parts.push(`<details><summary>The warnings</summary>\n\n${problems}\n</details>\n`);
  }
  parts.push(progress(checked, found.errors));
  if (found.code) {
    parts.push(
      "This pull request changes more than content. These words are those of the main branch's program; the preview, the screenshots and the snapshots are made by the pull request's own code.\n",
    );
  }
  return { status: parts.join("\n"), differs: found.differs };
}

/**
 * The state of the check itself; of content with errors it makes no preview.
 * @param {Run} checked
 * @param {boolean} errors
 */
function progress(checked, errors) {
  const link = `[The check](${checked.html_url})`;
  if (checked.status !== "completed") {
    return errors
      ? ""
      : `${link} still makes the preview, the screenshots and the snapshots; they follow here.\n`;
  }
  if (checked.conclusion === "success") return `${link} has passed.\n`;
  return `${link} **did not pass**.\n`;
}

/**
 * The addresses of the site as it would be, and of pictures of what looks different in it.
 * @param {import("./api.mjs").Artifact[]} artifacts
 * @param {Run} checked
 */
function downloads(artifacts, checked) {
  /**
   * @param {string} name
   * @param {string} label
   */
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

/**
 * The snapshots as our own Git shows them, and the line that accepts exactly these.
 * @param {string} folder
 * @param {string} json
 * @param {Run} checked
 */
function reviewed(folder, json, checked) {
  let files;
  let made;
  try {
    files = parse(json);
    if (files.length === 0) return "";
    made = tree(folder, checked.head_sha, files, join(mkdtempSync(join(tmpdir(), "report-")), "index"));
  } catch (error) {
    if (error instanceof Refusal)
      return `## Snapshots\n\nThey can't be accepted from here: ${inline(error.message)}\n`;
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

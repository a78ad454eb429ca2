// Maintains one comment on a pull request that says what the change means, when its check begins and ends.
//
// Runs with permissions, so it doesn't check out or run anything from the pull request. The event and the API identify the pull request and the
// state of its check. The text comes from main's own program, which also finds the suggested fixes.

import { Api, event, Refusal, run } from "./api.mjs";
import { headOf } from "./git.mjs";
import { meaning, TITLE } from "./meaning.mjs";
import { suggest } from "./suggestions.mjs";
import { COMMENT_CHARACTERS, cut, fenced, inline } from "./text.mjs";

/** @typedef {import("./api.mjs").Run} Run */

const MARKER = "<!-- site: report -->";
/** A changed page in one file, named after its address with `--` for each inner slash, and the time of the change. */
const PAGE = /^preview-([a-z0-9-]+)(?:_(\d{4}-\d\d-\d\d(?:T\d{4})?))?\.html$/;
const SCREENSHOTS = "screenshots";
const PROBLEM_CHARACTERS = 8_000;

await run([], async (environment) => {
  const api = new Api(environment);
  // The current state, because the run may have ended since the event.
  /** @type {Run} */
  const checked = await api.ask("GET", `/actions/runs/${event(environment).workflow_run.id}`);
  const pull = await api.pullRequestOf(checked);
  if (pull === undefined || headOf(pull.number) !== checked.head_sha) {
    return `no open pull request has the head commit ${checked.head_sha}: nothing to report`;
  }
  const { parts, differs, findings, code } = words(pull.base.sha, checked);
  parts.push(await suggest(api, pull, findings));
  // After the check passes, a job of report.yml uploads the whole site to the firm's own host, if there is one.
  const { PREVIEW_ADDRESS: pattern } = environment;
  if (!code && pattern?.startsWith("https://") && checked.conclusion === "success") {
    const address = pattern.replace("{number}", String(pull.number));
    parts.push(`The whole site as it would be, in some minutes, behind the firm's login: <${address}>\n`);
  }
  parts.push(...downloads(await api.list(`/actions/runs/${checked.id}/artifacts`), checked, code));
  const before = [TITLE, ...parts].filter(Boolean).join("\n");
  const room = COMMENT_CHARACTERS - before.length;
  const comment = [before, cut(differs, room, "The rest is what `cargo site diff` shows.")].join("\n");
  await api.upsertComment(pull.number, MARKER, comment);
  return `reported on pull request ${pull.number}`;
});

/**
 * The text of main's program about the commit: the problems of its content, and the differences.
 * @param {string} base @param {Run} checked
 */
function words(base, checked) {
  const commit = `\`${checked.head_sha.slice(0, 10)}\``;
  let found;
  try {
    found = meaning(base, checked.head_sha);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const parts = [`The content of ${commit} can't be read: ${inline(error.message)}\n`];
    return { parts, differs: "", findings: [], code: true };
  }
  const counts = inline(found.counts);
  const rest = "The rest is what `cargo site check` shows.";
  const problems = fenced(cut(found.problems, PROBLEM_CHARACTERS, rest), "");
  const parts = [
    found.errors
      ? `The content of ${commit} **has errors**: ${counts} Each one is next to its line under “Files changed”.\n\n${problems}`
      : `The content of ${commit} has no errors: ${counts}\n`,
  ];
  if (!found.errors && found.problems !== "") {
    parts.push(`<details><summary>The warnings</summary>\n\n${problems}\n</details>\n`);
  }
  parts.push(progress(checked, found.errors));
  if (found.code) {
    parts.push(
      "This pull request changes more than content. These words are those of the main branch's program; the preview and the screenshots are made by the pull request's own code.\n",
    );
  }
  return { ...found, parts };
}

/** The state of the check, which doesn't make a preview of content with errors. @param {Run} checked @param {boolean} errors */
function progress({ html_url, status, conclusion }, errors) {
  const link = `[The check](${html_url})`;
  if (status === "completed")
    return `${link} ${conclusion === "success" ? "has passed" : "**did not pass**"}.\n`;
  return errors ? "" : `${link} still makes the preview and the screenshots; they follow here.\n`;
}

/**
 * Links to previews of changed pages, and to screenshots of visual differences.
 * @param {import("./api.mjs").Artifact[]} artifacts @param {Run} checked
 * @param {boolean} code true if the pull request's own code made the files
 */
function downloads(artifacts, checked, code) {
  const pages = [];
  let screenshots = "";
  for (const { id, name: file } of artifacts
    .filter(({ expired }) => !expired)
    .sort((one, other) => one.id - other.id)) {
    const address = `${checked.html_url}/artifacts/${id}`;
    if (file === SCREENSHOTS) {
      screenshots = `What looks different, before and after: [download the screenshots](${address}).\n`;
    }
    const [, name, moment] = PAGE.exec(file) ?? [];
    // A page that opens with one click is linked only if main's code made it.
    if (name === undefined || code) continue;
    const route = name === "index" ? "/" : `/${name.replaceAll("--", "/")}`;
    pages.push(`[${inline(route)}${moment === undefined ? "" : ` from ${moment}`}](${address})`);
  }
  const listed = pages.join(", ");
  return [listed && `See the pages as they would be, on a phone too: ${listed}.\n`, screenshots];
}

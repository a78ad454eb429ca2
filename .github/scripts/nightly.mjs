// Keeps one issue on what the nightly check found: `nightly.mjs REPORT STATUS`, the files that nightly.yml leaves.
//
// Opened where something is wrong, and where nothing answered for three nights in a row; closed when all is right. The nights are counted in
// the issue, out of sight.

import { readFileSync } from "node:fs";
import { Api, isOurs, Refusal, run } from "./api.mjs";
import { COMMENT_CHARACTERS, cut, fenced } from "./text.mjs";

const MARKER = "<!-- site: nightly -->";
const TITLE = "Visitors get something other than the published version";
const LABEL = "nightly";
const NIGHTS = /<!-- nights: (\d+) -->/;
const ENOUGH = 3;

/** @param {string} status @param {number} nights @param {string} report */
function issueBody(status, nights, report) {
  const words =
    status === "0"
      ? "All is right."
      : status === "1"
        ? "The nightly check found what is listed below. docs/publish.md says what to do."
        : `The site could not be reached for ${nights} nights in a row. The published version may be right: check that the server, and any proxy or CDN in front of it, can be reached.`;
  const shown =
    status === "0"
      ? ""
      : `\n\n${fenced(cut(report, COMMENT_CHARACTERS - 2_000, "The rest is in the run."), "text")}`;
  return `${MARKER}\n<!-- nights: ${nights} -->\n\n${words}${shown}`;
}

await run(async (environment) => {
  const [reportFile, statusFile] = process.argv.slice(2);
  if (reportFile === undefined || statusFile === undefined) {
    throw new Refusal("expected the files of a report and a status, found fewer arguments");
  }
  const status = readFileSync(statusFile, "utf8").trim();
  const api = new Api(environment);
  /** @type {import("./api.mjs").Issue[]} */
  const issues = await api.list(`/issues?state=all&labels=${LABEL}&sort=created&direction=desc`);
  const ours = issues.find((found) => isOurs(found) && found.body?.startsWith(MARKER));
  const before = Number(NIGHTS.exec(ours?.body ?? "")?.[1] ?? 0);
  const nights = status === "0" || status === "1" ? 0 : before + 1;

  const body = issueBody(status, nights, readFileSync(reportFile, "utf8"));
  const isOpen = status === "1" || nights >= ENOUGH;
  const said = `status ${status}, ${nights} nights without an answer`;
  if (ours === undefined) {
    if (status === "0") return said;
    const made = await api.ask("POST", "/issues", { title: TITLE, body, labels: [LABEL] });
    if (!isOpen) await api.ask("PATCH", `/issues/${made.number}`, { state: "closed" });
    return said;
  }
  // A night without an answer neither opens nor closes what is known.
  const state = isOpen ? { state: "open" } : status === "0" ? { state: "closed" } : {};
  if (ours.body !== body) await api.ask("PATCH", `/issues/${ours.number}`, { body, ...state });
  return said;
});

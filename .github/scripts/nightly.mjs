// Maintains one issue about the nightly check of the place: `nightly.mjs REPORT STATUS`, with the files from nightly.yml.
//
// The issue is open while something is wrong, and after three consecutive nights without an answer, which it counts.

import { readFileSync } from "node:fs";
import { Api, run } from "./api.mjs";
import { COMMENT_CHARACTERS, cut, fenced } from "./text.mjs";

const ISSUE = {
  marker: "<!-- site: nightly -->",
  title: "Visitors get something other than the published version",
  label: "nightly",
};
const NIGHTS = /<!-- nights: (\d+) -->/;
const ENOUGH = 3;

await run(["REPORT", "STATUS"], async (environment, reportFile, statusFile) => {
  const status = readFileSync(statusFile, "utf8").trim();
  const report = readFileSync(reportFile, "utf8");
  const found = fenced(cut(report, COMMENT_CHARACTERS - 2_000, "The rest is in the run."), "text");
  await new Api(environment).upsertIssue(ISSUE, (before) => {
    if (status === "0") return { text: "The site answers as published.", state: "closed" };
    if (status === "1") {
      const text = `The nightly check found what is listed below. docs/publish.md says what to do.\n\n${found}`;
      return { text, state: "open" };
    }
    const nights = Number(NIGHTS.exec(before)?.[1] ?? 0) + 1;
    return {
      text: `The site could not be reached for ${nights} nights in a row. The published version may be right: check that the server, and any proxy or CDN in front of it, can be reached.\n\n${found}`,
      // A night without an answer doesn't open or close the issue.
      state: nights >= ENOUGH ? "open" : "same",
      memory: `nights: ${nights}`,
    };
  });
  return `status ${status}`;
});

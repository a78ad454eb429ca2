// Brings one issue up to date with a list: `issue.mjs FILE`. It is opened where something is due, and again where it was
// closed and the list has changed; it is closed when nothing is due.

import { readFileSync } from "node:fs";
import { Api, isOurs, Refusal, run } from "./api.mjs";
import { COMMENT_CHARACTERS, cut } from "./text.mjs";

const MARKER = "<!-- site: reviews -->";
const TITLE = "Facts and articles due for review";
const LABEL = "review";

await run(async (environment) => {
  const api = new Api(environment);
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Refusal("expected the file of a list, found no argument");
  const list = readFileSync(file, "utf8");
  const note = "The rest is shown by `cargo site reviews`.";
  const body = `${MARKER}\n${cut(list, COMMENT_CHARACTERS, note)}`;
  /** @type {import("./api.mjs").Issue[]} */
  const issues = await api.list(`/issues?state=all&labels=${LABEL}&sort=created&direction=desc`);
  const ours = issues.find((found) => isOurs(found) && found.body?.startsWith(MARKER));
  const nothing = list.includes("\nNothing is due.\n");
  if (ours === undefined) {
    if (nothing) return "nothing is due";
    const made = await api.ask("POST", "/issues", { title: TITLE, body, labels: [LABEL] });
    return `opened issue ${made.number}`;
  }
  /** The heading names the day; what is due is what counts. @param {string} text */
  const due = (text) => text.split("\n").slice(2).join("\n");
  if (due(ours.body) === due(body)) return `issue ${ours.number} says the same already`;
  await api.ask("PATCH", `/issues/${ours.number}`, { body, state: nothing ? "closed" : "open" });
  return `brought issue ${ours.number} up to date`;
});

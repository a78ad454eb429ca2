import { expect, test } from "vitest";
import { renderPart } from "../../testing/site";
import { example } from "./example";
import { FeeStrip } from "./fee_strip";

/** The lines of the strip, each with its label and the text at its end. */
function lines(schedule: string): string[] {
  const html = renderPart(<FeeStrip block={{ ...example, schedule }} />);
  const entries = [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)];
  return entries.map(([, before, end = ""]) => `${before}: ${end.replaceAll(/<\/?strong>/g, "")}`);
}

test("each example has the fee that the schedule charges on it, and the minimum is where its first rate begins", () => {
  expect(lines("calculator")).toEqual([
    "A portfolio of $750,000: $9,375 a year",
    "A portfolio of $2,000,000: $20,000 a year",
    "Least portfolio: $250,000",
  ]);
});

test("a schedule with a rate from the first dollar has no minimum to show", () => {
  expect(lines("small").join()).not.toContain("Least portfolio");
});

import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import { renderPart } from "../../testing/site";
import { BlockOnPage } from "..";
import { example } from "./example";

test("every question has a space for each column, and so has the line for names", () => {
  const html = renderPart(<BlockOnPage block={example} />, "/everything");
  const { document } = new JSDOM(html).window;
  const rows = [...document.querySelectorAll(".answer-sheet-row")].map((row) => [
    row.querySelector("h3, .answer-sheet-name")?.textContent,
    [...row.querySelectorAll(".answer-sheet-spaces > *")].map(({ textContent }) => textContent),
  ]);
  const questions = example.questions.map(({ question }) => question);
  expect(rows).toEqual([example.name_label, ...questions].map((words) => [words, example.columns]));
});

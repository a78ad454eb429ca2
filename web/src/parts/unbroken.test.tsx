import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { unbroken } from "./unbroken";

/** Puts brackets around the parts that can't break across lines. */
function shown(text: string): string {
  const html = renderToStaticMarkup(unbroken(text));
  expect(html.replaceAll(/<[^>]*>/g, ""), "the text is as it was").toBe(text);
  return html.replaceAll('<span class="unbroken">', "[").replaceAll("</span>", "]");
}

test.each([
  ["Call (918) 555-0142 today.", "Call [(918) 555-0142] today."],
  ["a K-1, a W-2 or 1099-NEC", "a [K-1], a [W-2] or [1099-NEC]"],
  ["1040-SR", "[1040-SR]"],
  ["The 1099-R: no K-1s", "The [1099-R]: no K-1s"],
  ["two-year plan, 2024-2025, age 60-63, 119-21", "two-year plan, 2024-2025, age 60-63, 119-21"],
  ["an S-corporation and COVID-19", "an S-corporation and COVID-19"],
  ["", ""],
])("%s", (text, expected) => {
  expect(shown(text)).toBe(expected);
});

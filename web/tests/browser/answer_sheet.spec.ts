// The sheet of questions fits on one printed page, and is readable on a narrow screen.

import type { Page } from "@playwright/test";
import { expect, inFaces, test } from "./site";

/** The most questions that the schema allows. */
const MOST = 5;

/** Reduces the page to its opening and the sheet, with the maximum number of questions. */
async function openSheet(page: Page): Promise<void> {
  await page.goto("/questions-to-ask");
  await inFaces(page);
  await page.evaluate((most) => {
    for (const block of document.querySelectorAll("main > :not(.hero, .answer_sheet)")) block.remove();
    const list = document.querySelector(".answer-sheet-questions");
    const [question] = list?.children ?? [];
    while (list && question && list.children.length < most) list.append(question.cloneNode(true));
  }, MOST);
  await expect(page.locator(".answer-sheet-questions > li")).toHaveCount(MOST);
}

for (const format of ["Letter", "A4"]) {
  test(`the questions and the room for answers are one sheet (${format})`, async ({ page }) => {
    await openSheet(page);
    const paper = await page.pdf({ format, preferCSSPageSize: true });
    const pages = paper.toString("latin1").match(/\/Type\s*\/Page\b/g);
    expect(pages).toHaveLength(1);
  });
}

test("nothing of the sheet is cut off on a narrow screen", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openSheet(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const cut = await page
    .locator(".answer-sheet-spaces > span")
    .evaluateAll((spaces) => spaces.filter((space) => space.scrollWidth > space.clientWidth).length);
  expect(cut).toBe(0);
});

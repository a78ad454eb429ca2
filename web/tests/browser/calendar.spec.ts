// The calendar: the next date by the visitor's clock, its calendar file, and the colors of its drawing.

import type { Page } from "@playwright/test";
import { contrast } from "./contrast";
import { blockOf, expect, test } from "./site";

const { labels, year } = blockOf("/about", "calendar");
const { file_label } = blockOf("/questions-to-ask", "calendar");
const marks = (page: Page) => page.locator(".calendar-next");

test.use({ timezoneId: "America/Chicago" });

for (const [moment, next] of [
  [`${year - 1}-11-24T12:00:00-06:00`, `April 15, ${year}`],
  // The whole of the day in Chicago, even where the next day has begun.
  [`${year}-04-15T23:30:00-05:00`, `April 15, ${year}`],
  [`${year}-04-16T00:30:00-05:00`, `May to June ${year}`],
  [`${year}-05-02T12:00:00-05:00`, `October ${year}`],
  [`${year}-12-31T12:00:00-06:00`, `December 31, ${year}`],
  [`${year + 1}-01-01T12:00:00-06:00`, null],
] as const) {
  test(`at ${moment} comes next: ${next ?? "nothing"}`, async ({ page }) => {
    await page.clock.setFixedTime(moment);
    await page.goto("/about");
    await expect(marks(page)).toHaveText(next ? [labels.next] : []);
    if (next) await expect(page.locator(".calendar-when:has(.calendar-next)")).toContainText(next);
  });
}

test("a page that comes back after days marks what comes next by then", async ({ page }) => {
  await page.clock.setFixedTime(`${year}-04-01T12:00:00-05:00`);
  await page.goto("/about");
  await page.clock.setFixedTime(`${year}-06-01T12:00:00-05:00`);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(marks(page)).toHaveCount(1);
  await expect(page.locator(".calendar-when:has(.calendar-next)")).toHaveText(`October ${year} Meeting Next`);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("nothing is marked", async ({ page }) => {
    await page.goto("/about");
    await expect(page.locator(".calendar-entry")).not.toHaveCount(0);
    await expect(marks(page)).toHaveCount(0);
  });
});

test("the tax dates are a file for calendar programs", async ({ page, request }) => {
  await page.goto("/questions-to-ask");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: file_label ?? "", exact: true }).click();
  expect((await download).suggestedFilename()).toBe("tax-dates.ics");
  const answer = await request.get("/tax-dates.ics");
  expect(answer.headers()["content-type"]).toBe("text/calendar; charset=utf-8");
  const text = await answer.text();
  expect(text.match(/^BEGIN:VCALENDAR\r\n/)).not.toBeNull();
  expect(text).toContain(`DTSTART;VALUE=DATE:${year}0415\r\n`);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the wheel's marks and words stand out (${colorScheme})`, { tag: "@contrast" }, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    // This page has every kind of entry.
    await page.goto("/questions-to-ask");
    const colors = await page.locator(".calendar-wheel").evaluate((wheel) => {
      const fill = (element: Element | null) => (element ? getComputedStyle(element).fill : "");
      const ground = fill(wheel.querySelector(".calendar-face"));
      const of = (element: Element, ground: string) => ({
        what: `${element.closest("[data-kind]")?.getAttribute("data-kind")} ${element.textContent}`,
        colors: [fill(element), ground] as [string, string],
      });
      return {
        marks: [...wheel.querySelectorAll(".calendar-mark > :first-child")].map((mark) => of(mark, ground)),
        words: [
          ...[...wheel.querySelectorAll(".calendar-months > text")].map((name) => of(name, ground)),
          ...[...wheel.querySelectorAll(".calendar-mark > text")].map((word) =>
            of(word, fill(word.parentElement?.firstElementChild ?? null)),
          ),
        ],
      };
    });
    expect(new Set(colors.marks.map(({ what }) => what.split(" ")[0])).size, "kinds").toBe(3);
    for (const { what, colors: pair } of colors.marks)
      expect(contrast(...pair), `${what}: ${pair}`).toBeGreaterThanOrEqual(3);
    expect(colors.words.length).toBeGreaterThan(12);
    for (const { what, colors: pair } of colors.words)
      expect(contrast(...pair), `${what}: ${pair}`).toBeGreaterThanOrEqual(4.5);
  });
}

test("in forced colors what comes next keeps its edge", { tag: "@forced_colors" }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.clock.setFixedTime(`${year}-04-01T12:00:00-05:00`);
  await page.goto("/about");
  await expect(marks(page)).toHaveCSS("border-top-style", "solid");
  const [edge, ground] = await marks(page).evaluate((mark) => {
    const { borderTopColor, backgroundColor } = getComputedStyle(mark);
    return [borderTopColor, backgroundColor] as const;
  });
  expect(contrast(edge, ground)).toBeGreaterThanOrEqual(3);
});

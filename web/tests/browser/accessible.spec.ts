// Runs axe on every part that a page can have, and on the parts that open when someone clicks.

import { expectAccessible } from "./axe";
import { faults } from "./overflow";
import { blockOf, content, expect, pausedClock, started, startedWhenIdle, sticksOut, test } from "./site";

for (const [route, widths] of [
  // Every kind of block, every component for articles, and an article with a table of contents.
  ["/everything", [360, 768, 1440]],
  ["/questions-to-ask", [360, 768, 1440]],
  ["/blog/every-component", [360, 1440]],
  ["/blog/a-long-walk", [360, 1440]],
] as const) {
  test(`the parts of ${route}`, { tag: ["@axe", "@contrast"] }, async ({ page }) => {
    await page.goto(route);
    await expectAccessible(page, widths);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await sticksOut(page), `${width} px`).toEqual([]);
    }
  });
}

test("the menus", async ({ page }) => {
  await page.goto("/about");
  for (const opener of await page.locator(".menu-opener").all()) {
    await opener.click();
    await expect(page.locator(".menu:popover-open")).toBeVisible();
    await expectAccessible(page, [1000], ".site-header");
    await expect(page.locator(".menu:popover-open")).toBeVisible();
  }
});

test("the panel", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  await page.goto("/about");
  await page.locator(".panel-opener").click();
  await started(page, "site_menus");
  await expectAccessible(page, [360], "#site-panel");
  await expect(page.locator("#site-panel")).toBeVisible();
});

test("the newsletter's prompt", async ({ page }) => {
  await pausedClock(page, "/blog");
  await startedWhenIdle(page, "newsletter_prompt");
  await page.clock.runFor(content.site.newsletter.prompt.delay_ms + 1000);
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.clock.resume();
  await expectAccessible(page, [360, 1440], "dialog");
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("the calculator with its answer, or without one", async ({ page }) => {
  for (const value of ["750000", "9".repeat(40)]) {
    await page.goto(`/fees?portfolio=${value}`);
    await started(page, "fee_calculator");
    await expect(page.locator(".calculator .calculator-result")).not.toHaveText(
      blockOf("/fees", "fee_calculator").prompt,
    );
    await page.locator(".calculator input").focus();
    await expectAccessible(page, [360, 1440], ".fee_calculator");
  }
});

/** The spacing of WCAG 2.2, 1.4.12, which a reader may set instead of a page's own. */
const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-block-end: 2em !important }`;

test("words set further apart stay in sight", { tag: "@text_spacing" }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  for (const route of ["/everything", "/questions-to-ask", "/blog/every-component"]) {
    await page.goto(route);
    // Like a reader's own style sheet, which the site's content security policy doesn't block.
    await page.evaluate((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
    }, spacing);
    expect(await faults(page), route).toEqual([]);
  }
});

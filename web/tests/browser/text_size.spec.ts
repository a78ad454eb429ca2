// Text at twice its size, by the browser's own setting, which doesn't scale pictures or the window.

import { faults } from "./overflow";
import { content, expect, pausedClock, startedWhenIdle, test } from "./site";

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), "--blink-settings=defaultFontSize=32"],
    });
  },
});

const longest = content.articles.reduce((a, b) => (a.minutes >= b.minutes ? a : b)).route;

test("every block and an article fit at twice the text", { tag: "@text_size" }, async ({ page }) => {
  for (const route of ["/everything", "/questions-to-ask", "/", longest]) {
    await page.goto(route);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await faults(page), `${route} at ${width} px`).toEqual([]);
    }
  }
  const size = await page
    .locator(".article-body > p")
    .first()
    .evaluate((p) => getComputedStyle(p).fontSize);
  expect(Number.parseFloat(size), "the setting takes effect").toBeGreaterThanOrEqual(36);
});

test("the panel, the prompt and the calculator fit 360 px at twice the text", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 700 });
  await pausedClock(page, "/everything?portfolio=987654321");
  await startedWhenIdle(page, "newsletter_prompt");
  await page.locator(".panel-opener").click();
  await expect(page.locator("#site-panel")).toBeVisible();
  expect(await faults(page), "the panel").toEqual([]);
  const last = page.locator("#site-panel a").last();
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
  await page.keyboard.press("Escape");
  await page.clock.runFor(content.site.newsletter.prompt.delay_ms);
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await faults(page), "the prompt").toEqual([]);
  const close = page.getByRole("dialog").getByRole("button");
  await close.scrollIntoViewIfNeeded();
  await expect(close).toBeInViewport();
});

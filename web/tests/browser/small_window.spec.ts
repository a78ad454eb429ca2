// Windows that are smaller than any design: a watch's or an old phone's, and a window at 400% zoom with something open.

import type { Locator, Page } from "@playwright/test";
import { content, expect, pausedClock, routes, started, startedWhenIdle, sticksOut, test } from "./site";

/** 1280 x 1024 pixels at 400%. */
const zoomed = { width: 320, height: 256 };

test("no page has to be scrolled sideways at 240 px", { tag: "@long" }, async ({ page }) => {
  await page.setViewportSize({ width: 240, height: 320 });
  for (const route of routes) {
    await page.goto(route === "/404" ? "/no-such-page" : route);
    expect.soft(await sticksOut(page), route).toEqual([]);
  }
});

/** Expects a control to be in the window with nothing over it, once it's scrolled to. */
async function isReachable(page: Page, control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  await expect(control).toBeInViewport({ ratio: 0.95 });
  const covered = await control.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const points = [
      [x + width / 2, y + height / 2],
      [x + 2, y + height / 2],
      [x + width - 2, y + height / 2],
    ] as const;
    const at = points.map(([x, y]) => document.elementFromPoint(x, y));
    return at.filter((found) => !element.contains(found)).map((found) => found?.outerHTML.slice(0, 80));
  });
  expect(covered).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(zoomed.width);
}

test("at 400% zoom, all of the open panel can be reached", { tag: "@long" }, async ({ page }) => {
  await page.setViewportSize(zoomed);
  await page.goto("/about");
  const opener = page.getByRole("button", { name: content.site.labels.menu, exact: true });
  await isReachable(page, opener);
  await opener.click();
  await started(page, "site_menus");
  const panel = page.getByRole("dialog");
  await expect(panel).toBeVisible();
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  for (const link of await panel.getByRole("link").all()) await isReachable(page, link);
  const closer = panel.getByRole("button", { name: content.site.labels.close });
  await isReachable(page, closer);
  await closer.click();
  await expect(panel).toBeHidden();
});

test("at 400% zoom, all of the newsletter's window can be reached", { tag: "@long" }, async ({ page }) => {
  await page.setViewportSize(zoomed);
  await pausedClock(page, "/blog");
  await startedWhenIdle(page, "newsletter_prompt");
  const { prompt } = content.site.newsletter;
  await page.clock.runFor(prompt.delay_ms + 1000);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await isReachable(page, dialog.getByRole("heading"));
  await isReachable(page, dialog.getByRole("link"));
  const closer = dialog.getByRole("button", { name: prompt.close_label });
  await isReachable(page, closer);
  await closer.click();
  await expect(dialog).toBeHidden();
});

test("at 400% zoom, what the keyboard reaches isn't covered", { tag: "@long" }, async ({ page }) => {
  await page.setViewportSize(zoomed);
  for (const route of ["/everything", "/fees", "/blog", "/faq"]) {
    await page.goto(route);
    for (const key of ["Tab", "Shift+Tab"]) {
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press(key);
        const hidden = await page.evaluate(() => {
          const element = document.activeElement;
          if (!element || element === document.body) return null;
          const boxes = [...element.getClientRects()];
          const isSeen = boxes.some(({ x, y, width, height }) =>
            [0.1, 0.5, 0.9].some((share) =>
              element.contains(document.elementFromPoint(x + width * 0.5, y + height * share)),
            ),
          );
          return isSeen ? null : element.outerHTML.slice(0, 120);
        });
        expect.soft(hidden, `${route}, ${key}`).toBe(null);
      }
    }
  }
});

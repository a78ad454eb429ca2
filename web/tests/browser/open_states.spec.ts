// What axe says of what is not there until somebody opens it.

import { expectAccessibleEverywhere } from "./axe";
import { blockOf, content, expect, pausedClock, started, startedWhenIdle, test } from "./site";

const widths = [360, 768, 1440];

test("the menus", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/about");
  for (const opener of await page.locator(".menu-opener").all()) {
    await opener.click();
    await expect(page.locator(".menu:popover-open")).toBeVisible();
    // Below these widths the header has no menus.
    await expectAccessibleEverywhere(page, [1000, 1440], ".site-header");
    await expect(page.locator(".menu:popover-open")).toBeVisible();
  }
});

test("the panel", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  await page.goto("/about");
  await page.locator(".panel-opener").click();
  await started(page, "site_menus");
  await expectAccessibleEverywhere(page, [360, 768], "#site-panel");
  await expect(page.locator("#site-panel")).toBeVisible();
});

test("the newsletter's prompt", async ({ page }) => {
  await pausedClock(page, "/blog");
  await startedWhenIdle(page, "newsletter_prompt");
  await page.clock.runFor(content.site.newsletter.prompt.delay_ms + 1000);
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.clock.resume();
  await expectAccessibleEverywhere(page, widths, "dialog");
  await expect(page.getByRole("dialog")).toBeVisible();
});

for (const value of ["750000", "9".repeat(40)]) {
  test(`the calculator with ${value}`, async ({ page }) => {
    await page.goto(`/fees?portfolio=${value}`);
    await started(page, "fee_calculator");
    await expect(page.locator(".calculator .result")).not.toHaveText(
      blockOf("/fees", "fee_calculator").prompt,
    );
    await page.locator(".calculator input").focus();
    await expectAccessibleEverywhere(page, widths, ".fee_calculator");
  });
}

test("a category without articles, and the chip that is pressed", async ({ page }) => {
  await page.route("**/blog", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(
      'class="article-card" data-category="Economy"',
      'class="article-card" data-category="another"',
    );
    await route.fulfill({ response, body });
  });
  await page.goto("/blog");
  await started(page, "article_filter");
  await page.getByRole("button", { name: "Economy" }).click();
  await expect(page.getByText(blockOf("/blog", "article_list").empty)).toBeVisible();
  await expectAccessibleEverywhere(page, widths, ".article_list");
});

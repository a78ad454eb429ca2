// Pages in a browser without scripts. The tests in ../engines cover the other engines, with `--long`.

import { percent } from "../../src/fees/format";
import { blockOf, content, expect, test } from "./site";

test.use({ javaScriptEnabled: false });

test.describe("without script", { tag: "@without_script" }, () => {
  test("a page says what it has to say, and offers nothing that does nothing", async ({ page }) => {
    for (const route of ["/", "/everything", "/questions-to-ask", "/blog/every-component"]) {
      await page.goto(route);
      await expect(page.locator("h1"), route).toBeVisible();
      await expect(page.locator("main :is(button, input):visible"), route).toHaveCount(0);
    }
  });

  test("all articles are listed, whatever category is asked for", async ({ page }) => {
    await page.goto("/blog?category=Economy");
    await expect(page.locator("[data-articles] > li:visible")).toHaveCount(content.articles.length);
    await expect(page.locator(".article_filter .filter-chip:visible")).toHaveCount(0);
    await expect(page.locator(".article_filter .filter-to-index")).toBeVisible();
  });

  test("the map is a link to the directions", async ({ page }) => {
    await page.goto("/contact");
    const link = page.locator(`.office_map a[href='${content.site.contact.directions}']`);
    await expect(link).toBeVisible();
    await expect(link).toContainText(blockOf("/contact", "office_visit").map_label);
  });

  test("the tiers answer for the calculator", async ({ page }) => {
    const { schedule, without_script } = blockOf("/everything", "fee_calculator");
    const { tiers = [], minimum } = content.fees.schedules[schedule] ?? {};
    await page.goto("/everything?portfolio=750000");
    await expect(page.locator(".calculator")).toBeHidden();
    await expect(page.locator(".fee_calculator p.note")).toHaveText(without_script);
    const rateOf = (rate: number | null) => (rate === null ? minimum?.label : percent(rate));
    const steps = tiers.map(({ label, rate }) => `${label} ${rateOf(rate)}`);
    await expect(page.locator(".tier:visible")).toHaveText(steps);
  });

  test("menus and panel open and close by click and keyboard", async ({ page }) => {
    await page.goto("/about");
    for (const menu of await page.locator(".menu").all()) {
      const opener = page.locator(`[popovertarget=${await menu.getAttribute("id")}]`);
      await opener.click();
      await expect(menu).toBeVisible();
      await page.mouse.click(640, 700);
      await expect(menu).toBeHidden();
      await opener.press("Enter");
      await expect(menu).toBeVisible();
      await page.keyboard.press("Tab");
      await expect(menu.getByRole("link").first()).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(menu).toBeHidden();
    }

    await page.setViewportSize({ width: 768, height: 800 });
    const panel = page.locator("#site-panel");
    for (const close of [
      () => page.locator(".panel-closer").click(),
      () => page.keyboard.press("Escape"),
      () => page.mouse.click(20, 500),
    ]) {
      await page.locator(".panel-opener").click();
      await expect(panel).toBeVisible();
      await expect(page.locator("html")).toHaveCSS("overflow", "hidden");
      await close();
      await expect(panel).toBeHidden();
    }
  });
});

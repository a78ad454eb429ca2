import { percent } from "../../src/fees/format";
import { blockOf, content, expect, test } from "./site";

test.use({ javaScriptEnabled: false });

test("all articles are listed, whatever category is asked for", async ({ page }) => {
  for (const address of ["/blog", "/blog?category=Economy"]) {
    await page.goto(address);
    await expect(page.locator("[data-articles] > li:visible")).toHaveCount(content.articles.length);
    await expect(page.locator(".article_filter")).toBeHidden();
  }
});

test("the map is a link to the directions", async ({ page }) => {
  await page.goto("/contact");
  const { map_label } = blockOf("/contact", "office_visit");
  const map = page.locator(".office_map").getByRole("link", { name: map_label });
  await expect(map).toHaveAttribute("href", content.site.contact.directions);
});

test("the tiers answer for the calculator", async ({ page }) => {
  const block = blockOf("/everything", "fee_calculator");
  for (const address of ["/everything", "/everything?portfolio=750000"]) {
    await page.goto(address);
    await expect(page.locator(".calculator")).toBeHidden();
    await expect(page.locator("noscript > .note")).toHaveText(block.without_script);
    const { tiers = [], minimum } = content.fees.schedules[block.schedule] ?? {};
    await expect(page.locator(".tier:visible")).toHaveCount(tiers.length);
    for (const { rate } of tiers) {
      const hasText = rate === null ? (minimum?.label ?? "") : percent(rate);
      await expect(page.locator(".tier", { hasText })).toHaveCount(1);
    }
  }
});

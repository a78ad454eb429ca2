import { test as base, type Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { blockOf, content, expect, heldBack, started, test } from "./site";

const { all_label, reset_label, empty } = blockOf("/blog", "article_list");
const all = content.articles.length;
const economy = content.articles.filter(({ matter }) => matter.category === "Economy").length;

const shown = (page: Page) => page.locator("[data-articles] > li:visible");
const chip = (page: Page, name: string) =>
  page.locator(".article_filter").getByRole("button", { name, exact: true });

test("an empty category says so, and its button leads back to all", async ({ page }) => {
  await page.route("**/blog", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/(?<=<li [^>]*data-category=")Economy/g, "another");
    await route.fulfill({ response, body });
  });
  await page.goto("/blog");
  await started(page, "article_filter");
  await expect(page.getByText(empty)).toBeHidden();
  await chip(page, "Economy").click();
  await expect(page.getByText(empty)).toBeVisible();
  await expect(page.getByRole("heading", { name: "0 articles found" })).toBeVisible();
  await expect(shown(page)).toHaveCount(0);
  await expectAccessible(page, [360, 1440], ".article_list");
  await page.getByRole("button", { name: reset_label }).click();
  await expect(page.getByText(empty)).toBeHidden();
  await expect(shown(page)).toHaveCount(all);
  await expect(chip(page, all_label)).toHaveAttribute("aria-pressed", "true");
  await expect(chip(page, all_label), "the button that had the focus is gone").toBeFocused();
  await expect(page).toHaveURL("/blog");
});

test("an address with an unknown category opens all, and says that there is none", async ({ page }) => {
  const none = page.getByRole("heading", { name: "There is no such category" });
  await page.goto("/blog?category=");
  await started(page, "article_filter");
  await expect(none).toBeHidden();
  for (const unknown of ["economy", "<script>"]) {
    await page.goto(`/blog?category=${encodeURIComponent(unknown)}`);
    await started(page, "article_filter");
    await expect(shown(page), unknown).toHaveCount(all);
    await expect(chip(page, all_label)).toHaveAttribute("aria-pressed", "true");
    await expect(none).toBeVisible();
    await expect(page.getByText(empty)).toBeHidden();
  }
  await chip(page, all_label).click();
  await expect(none).toBeHidden();
});

base("a click before any script has arrived is not lost", async ({ page }) => {
  const arrive = await heldBack(page, /\/assets\/.*\.js/);
  await page.goto("/blog", { waitUntil: "commit" });
  await page.locator(".chip", { hasText: "Economy" }).click({ noWaitAfter: true });
  arrive();
  await expect(shown(page)).toHaveCount(economy);
  await expect(chip(page, "Economy")).toHaveAttribute("aria-pressed", "true");
});

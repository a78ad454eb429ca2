import { test as base, type Page } from "@playwright/test";
import { blockOf, content, expect, heldBack, started, test } from "./site";

const { all_label, filter_label, reset_label, empty } = blockOf("/blog", "article_list");
const categories = [
  "Tax Planning",
  "Retirement Planning",
  "Investment Strategy",
  "Financial Planning",
  "Economy",
  "Personal",
];
const all = content.articles.length;
const count = (category: string) =>
  content.articles.filter(({ matter }) => matter.category === category).length;
const words = (count: number) => (count === 1 ? "1 article found" : `${count} articles found`);

const shown = (page: Page) => page.locator("[data-articles] > li:visible");
const chip = (page: Page, name: string) =>
  page.locator(".article_filter").getByRole("button", { name, exact: true });
const found = (page: Page) => page.getByRole("heading", { name: /articles? found$/ });

/** The page, but with only so many articles of the category. */
async function leave(page: Page, category: string, left: number): Promise<void> {
  await page.route(/\/blog(\?.*)?$/, async (route) => {
    const response = await route.fetch();
    let seen = 0;
    const body = (await response.text()).replaceAll(
      `class="article-card" data-category="${category}"`,
      (match) => {
        seen += 1;
        return seen <= left ? match : 'class="article-card" data-category="another"';
      },
    );
    await route.fulfill({ response, body });
  });
}

test("each chip shows its category, says how many, and is pressed alone", async ({ page }) => {
  await page.goto("/blog");
  await started(page, "article_filter");
  const chips = page.getByRole("group", { name: filter_label }).getByRole("button");
  await expect(chips).toHaveText([all_label, ...categories]);
  await expect(chip(page, all_label)).toHaveAttribute("aria-pressed", "true");
  await expect(shown(page)).toHaveCount(all);
  await expect(found(page)).toBeHidden();
  for (const category of categories) {
    await chip(page, category).click();
    await expect(found(page)).toHaveText(words(count(category)));
    await expect(shown(page)).toHaveCount(count(category));
    await expect(shown(page).and(page.locator(`[data-category="${category}"]`))).toHaveCount(count(category));
    await expect(page.locator(".chip[aria-pressed=true]")).toHaveText([category]);
    await expect(chip(page, category)).toBeFocused();
  }
  await chip(page, all_label).click();
  await expect(shown(page)).toHaveCount(all);
  await expect(found(page)).toBeHidden();
  await expect(page.locator("[aria-live=polite]").filter({ has: page.locator(".found") })).toBeAttached();
});

test("one article is one article; an empty category says so, and its button leads back to all", async ({
  page,
}) => {
  await leave(page, "Economy", 1);
  await page.goto("/blog?category=Economy");
  await expect(found(page)).toHaveText("1 article found");
  await leave(page, "Economy", 0);
  await page.goto("/blog");
  await started(page, "article_filter");
  await expect(page.getByText(empty)).toBeHidden();
  await chip(page, "Economy").click();
  await expect(page.getByText(empty)).toBeVisible();
  await expect(found(page)).toHaveText("0 articles found");
  await expect(shown(page)).toHaveCount(0);
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
  await expect(shown(page)).toHaveCount(count("Economy"));
  await expect(chip(page, "Economy")).toHaveAttribute("aria-pressed", "true");
});

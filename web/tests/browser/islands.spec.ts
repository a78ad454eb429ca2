import { test as base, type Page } from "@playwright/test";
import { blockOf, content, expect, test } from "./site";

/** What is clicked before an island has started is lost; a test must not be faster than a hand. */
async function started(page: Page, name: string): Promise<void> {
  await expect(page.locator(`[data-island=${name}][data-started]`)).toBeAttached();
}

test("React is not fetched before a hand reaches for the calculator", async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  await page.goto("/fees");
  await page.waitForLoadState("networkidle");
  expect(scripts.filter((path) => path.includes("fee_calculator"))).toEqual([]);
  await page.getByLabel(blockOf("/fees", "fee_calculator").label).focus();
  await started(page, "fee_calculator");
  expect(scripts.filter((path) => path.includes("fee_calculator"))).toHaveLength(1);
});

base("an island whose script is lost leaves its HTML standing", async ({ page }) => {
  await page.route(/fee_calculator/, (route) => route.abort());
  await page.goto("/fees");
  const block = blockOf("/fees", "fee_calculator");
  await page.getByLabel(block.label).fill("750000");
  await expect(page.locator(".calculator")).toContainText(block.prompt);
  await expect(page.locator(".tier").first()).toBeVisible();
});

test.describe("the article filter", () => {
  const { all_label, reset_label } = blockOf("/blog", "article_list");
  const economy = content.articles.filter(({ matter }) => matter.category === "Economy").length;

  test("shows one category and says how many", async ({ page }) => {
    await page.goto("/blog");
    await started(page, "article_filter");
    await expect(page.locator("[data-articles] > li:visible")).toHaveCount(content.articles.length);
    await page.getByRole("button", { name: "Economy" }).click();
    await expect(page.getByRole("heading", { name: `${economy} articles found` })).toBeVisible();
    await expect(page.locator("[data-articles] > li:visible")).toHaveCount(economy);
    await expect(page.getByRole("button", { name: "Economy" })).toHaveAttribute("aria-pressed", "true");
    await expect(page).toHaveURL(/category=Economy/);
    await page.getByRole("button", { name: all_label, exact: true }).press("Enter");
    await expect(page.locator("[data-articles] > li:visible")).toHaveCount(content.articles.length);
  });

  test("opens with the category of the address", async ({ page }) => {
    await page.goto("/blog?category=Economy");
    await expect(page.locator("[data-articles] > li:visible")).toHaveCount(economy);
  });

  test("offers a way back from an empty category", async ({ page }) => {
    await page.route("**/blog", async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll(
        'class="article-card" data-category="Economy"',
        'class="article-card" data-category="x"',
      );
      await route.fulfill({ response, body });
    });
    await page.goto("/blog");
    await started(page, "article_filter");
    await page.getByRole("button", { name: "Economy" }).click();
    await expect(page.getByText(blockOf("/blog", "article_list").empty)).toBeVisible();
    await page.getByRole("button", { name: reset_label }).click();
    await expect(page.locator("[data-articles] > li:visible")).toHaveCount(content.articles.length);
  });
});

test.describe("the newsletter's prompt", () => {
  const { prompt } = content.site.newsletter;
  const dialog = { name: prompt.heading };

  for (const route of ["/", "/fees", "/blog"]) {
    test(`opens on ${route} after its delay, and Escape closes it`, async ({ page }) => {
      await page.clock.install();
      await page.goto(route);
      await started(page, "newsletter_prompt");
      await page.clock.runFor(prompt.delay_ms - 2000);
      await expect(page.getByRole("dialog", dialog)).toBeHidden();
      await page.clock.runFor(4000);
      await expect(page.getByRole("dialog", dialog)).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog", dialog)).toBeHidden();
    });
  }

  test("its button closes it", async ({ page }) => {
    await page.clock.install();
    await page.goto("/");
    await started(page, "newsletter_prompt");
    await page.clock.runFor(prompt.delay_ms + 2000);
    await page.getByRole("button", { name: prompt.close_label }).click();
    await expect(page.getByRole("dialog", dialog)).toBeHidden();
  });

  test("is not on other pages", async ({ page }) => {
    await page.goto("/about");
    await expect(page.locator("dialog")).toHaveCount(0);
  });
});

test("the map is asked for when its button is pressed, and not before", async ({ page }) => {
  const { map, map_title } = content.site.contact;
  const asked: string[] = [];
  await page.route(map, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "a map" });
  });
  await page.goto("/contact");
  const button = page.getByRole("button", { name: blockOf("/contact", "office_visit").map_label });
  await button.scrollIntoViewIfNeeded();
  await started(page, "office_map");
  expect(asked).toEqual([]);
  await button.click();
  await expect(page.frameLocator(`iframe[title="${map_title}"]`).getByText("a map")).toBeVisible();
});

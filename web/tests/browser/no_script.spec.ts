import { blockOf, content, expect, routes, test } from "./site";

test.use({ javaScriptEnabled: false });

test("every page says all it has to say", async ({ page }) => {
  for (const route of routes.filter((route) => route !== "/404")) {
    await page.goto(route);
    await expect(page.locator("h1"), route).toBeVisible();
    await expect(page.locator("main :is(button, input)").locator("visible=true"), route).toHaveCount(0);
  }
});

test("all articles are listed", async ({ page }) => {
  await page.goto("/blog");
  await expect(page.locator("[data-articles] > li:visible")).toHaveCount(content.articles.length);
});

test("the tiers answer for the calculator", async ({ page }) => {
  await page.goto("/fees");
  await expect(page.locator(".calculator")).toBeHidden();
  await expect(page.locator("noscript > .note")).toHaveText(
    blockOf("/fees", "fee_calculator").without_script,
  );
  await expect(page.locator(".tier")).not.toHaveCount(0);
});

test("the menus open", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: content.site.header.client_resources_label }).first().click();
  await expect(page.locator("#menu-client-resources")).toBeVisible();
});

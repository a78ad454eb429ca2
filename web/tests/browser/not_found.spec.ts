import { blockOf, content, expect, test } from "./site";

const { meta } = content.pages.find(({ route }) => route === "/404") ?? {};
const hero = blockOf("/404", "hero");

test("an unknown address gets the page for unknown addresses", async ({ page }) => {
  for (const path of ["/no-such-page", "/blog/no-such-article", "/fees/x/y", "/index.php?x=1"]) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    expect(await page.title()).toContain(meta?.title);
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex, nofollow");
    await expect(page.locator("h1")).toHaveText(hero.title);
  }
});

test("its buttons lead on", async ({ page }) => {
  expect(hero.actions.length).toBeGreaterThan(1);
  for (const { href } of hero.actions) {
    await page.goto("/no-such-page");
    await page.locator(`main a.button[href="${href.href}"]`).click();
    await expect(page).toHaveURL(href.href);
  }
});

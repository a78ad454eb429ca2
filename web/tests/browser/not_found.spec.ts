import { content, expect, test } from "./site";

test("an unknown address gets the page for unknown addresses", async ({ page }) => {
  for (const path of ["/no-such-page", "/blog/no-such-article", "/fees/x/y", "/index.php?x=1"]) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page).toHaveTitle(`404 - Page Not Found | ${content.site.name}`);
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex, nofollow");
    await expect(page.locator("h1")).toHaveCount(1);
    await expect(page.locator("main")).toContainText(
      /Sorry, we couldn[’']t find the page you[’']re looking for\. The page may have been moved, deleted, or the URL might be incorrect\./,
    );
    await expect(
      page
        .locator("main p")
        .getByRole("link", { name: /contact|let us know|tell us/i })
        .first(),
    ).toHaveAttribute("href", "/contact");
  }
});

test("its buttons lead on", async ({ page }) => {
  for (const path of ["/", "/financial-services", "/tax-services", "/blog", "/contact"]) {
    await page.goto("/no-such-page");
    await page.locator(`main a.button[href="${path}"]`).click();
    await expect(page).toHaveURL(path);
  }
});

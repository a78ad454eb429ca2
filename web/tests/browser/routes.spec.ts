import AxeBuilder from "@axe-core/playwright";
import { content, expect, routes, test } from "./site";

test.describe("every route", () => {
  for (const route of routes.filter((route) => route !== "/404")) {
    test(`${route} answers with one title, main and h1, and fits a narrow screen`, async ({
      page,
      baseURL,
    }) => {
      await page.setViewportSize({ width: 320, height: 800 });
      const foreign: string[] = [];
      page.on("request", (request) => {
        if (new URL(request.url()).origin !== new URL(baseURL ?? "").origin) foreign.push(request.url());
      });
      const response = await page.goto(route);
      expect(response?.status()).toBe(200);
      await expect(page).toHaveTitle(/ \| /);
      await expect(page.locator("main")).toHaveCount(1);
      await expect(page.locator("h1")).toHaveCount(1);
      const ids = await page.locator("[id]").evaluateAll((all) => all.map(({ id }) => id));
      expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
      await page.waitForLoadState("load");
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      expect(foreign, "requests to third parties").toEqual([]);
    });
  }
});

test.describe("accessibility", () => {
  const sample = [...content.pages, ...content.articles.slice(0, 3)].map(({ route }) => route);
  for (const route of sample.filter((route) => route !== "/404")) {
    for (const colorScheme of ["light", "dark"] as const) {
      test(`axe finds nothing on ${route} (${colorScheme})`, async ({ page }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.goto(route);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(" | ")}`),
        ).toEqual([]);
      });
    }
  }
});

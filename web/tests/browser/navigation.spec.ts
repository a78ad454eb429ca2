// Links between pages.

import { content, expect, inFaces, routes, test, topOf } from "./site";

const scrolled = () => scrollY;

test("a link leads to the top of its page, at once, and back to where one was", async ({ page }) => {
  await page.goto("/about");
  await inFaces(page);
  await page.evaluate(() => scrollTo(0, 600));
  const link = page.locator(".site-footer").getByRole("link", { name: "Blog", exact: true });
  await link.evaluate((a: HTMLElement) => a.click());
  await expect(page).toHaveURL("/blog");
  expect(await page.evaluate(scrolled)).toBe(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe("auto");
  await page.goBack();
  await expect.poll(() => page.evaluate(scrolled)).toBe(600);
});

test("an address with a place opens at that place", async ({ page }) => {
  for (const [address, id] of [
    ["/about#team", "team"],
    ["/fees#calculator", "calculator"],
  ] as const) {
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto("/");
      await page.goto(address);
      await inFaces(page);
      // On small screens, below the row of the header that stays in view.
      const covered = await page.locator(".phone-actions").evaluate((row: HTMLElement) => row.offsetHeight);
      expect(covered, `${width} px`).toBe(width < 640 ? 48 : 0);
      const top = await topOf(page.locator(`#${id}`));
      expect(top, `${address} at ${width} px`).toBeGreaterThanOrEqual(covered);
      expect(top, `${address} at ${width} px`).toBeLessThan(covered + 60);
    }
  }
});

test("a link to a place on its own page goes there and keeps the page", async ({ page }) => {
  await page.goto("/faq");
  await page.evaluate(() => {
    document.documentElement.dataset.same = "";
  });
  const link = page.locator(".faq-index a").last();
  const place = (await link.getAttribute("href"))?.replace(/^.*#/, "#") ?? "";
  await link.click();
  await expect(page.locator(place)).toBeInViewport();
  await expect(page.locator("html[data-same]")).toBeAttached();
});

test("speculation rules name pages and nothing else", async ({ page }) => {
  await page.goto("/blog");
  const isAhead = (address: string) =>
    page.evaluate((address) => {
      type Where = { href_matches?: string; selector_matches?: string; and?: Where[]; not?: Where };
      const link = document.createElement("a");
      link.href = address;
      const matches = ({ href_matches, selector_matches, and, not }: Where): boolean => {
        if (href_matches !== undefined) return new URLPattern(href_matches, location.origin).test(link.href);
        if (selector_matches !== undefined) return link.matches(selector_matches);
        if (and) return and.every(matches);
        if (not) return !matches(not);
        throw new Error("expected a rule that this test knows");
      };
      const text = document.querySelector("script[type=speculationrules]")?.textContent ?? "{}";
      const rules = Object.values(JSON.parse(text) as Record<string, { where: Where }[]>).flat();
      return rules.some(({ where }) => matches(where));
    }, address);
  for (const route of routes) expect(await isAhead(route), route).toBe(true);
  for (const other of [
    "https://www.example.com/about",
    "/feed.xml",
    "/assets/any.pdf",
    "/blog?category=Economy",
    "mailto:hello@example.com",
    "tel:+19185550142",
  ])
    expect(await isAhead(other), other).toBe(false);
});

test("the header marks the page that is read, and the section of one below it", async ({ page }) => {
  const marked = page.locator(".site-nav > ul > li > [aria-current]");
  const { navigation } = content.site.header;
  const blog = navigation.find(({ href }) => href?.href === "/blog");
  const menu = navigation.find(({ submenu }) => submenu.length > 0);
  const inside = menu?.submenu[0]?.href.href ?? "";
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const [route, name, current] of [
    ["/blog", blog?.name, "page"],
    [content.articles[0]?.route ?? "", blog?.name, "true"],
    [inside, menu?.name, "true"],
  ] as const) {
    await page.goto(route);
    await expect(marked, route).toHaveText([name ?? ""]);
    await expect(marked).toHaveAttribute("aria-current", current);
  }
});

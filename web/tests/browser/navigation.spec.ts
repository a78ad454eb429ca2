// Going from page to page.

import { content, expect, inFaces, test, topOf } from "./site";

const scrolled = () => scrollY;

test("a link leads to the top of its page, at once", async ({ page }) => {
  await page.goto("/about");
  for (const [name, path] of [
    ["Blog", "/blog"],
    ["Contact", "/contact"],
  ] as const) {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect(await page.evaluate(scrolled)).toBeGreaterThan(500);
    await page.locator(".site-footer").getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    expect(await page.evaluate(scrolled)).toBe(0);
  }
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe("auto");
});

test("back leads to where one was", async ({ page }) => {
  await page.goto("/about");
  await inFaces(page);
  await page.evaluate(() => scrollTo(0, 400));
  await page
    .locator(".site-footer")
    .getByRole("link", { name: "Blog", exact: true })
    .evaluate((a: HTMLElement) => a.click());
  await expect(page).toHaveURL("/blog");
  await page.goBack();
  await expect.poll(() => page.evaluate(scrolled)).toBe(400);
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
      const top = await topOf(page.locator(`#${id}`));
      expect(top, `${address} at ${width} px`).toBeGreaterThanOrEqual(0);
      expect(top, `${address} at ${width} px`).toBeLessThan(60);
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

test("speculation rules name every page and nothing else", async ({ page }) => {
  // Besides the page's own links: what must never be fetched ahead, and what may be.
  const others = [
    "https://www.example.com/about",
    "/feed.xml",
    "/favicon.svg",
    "/assets/any.pdf",
    "/blog?category=Economy",
    "mailto:hello@example.com",
    "tel:+19185550142",
    content.site.contact.map,
    content.site.contact.directions,
  ];
  for (const route of ["/", "/contact", "/blog", content.articles[0]?.route ?? ""]) {
    await page.goto(route);
    const { ahead, kept } = await page.evaluate((others) => {
      type Where = { href_matches?: string; selector_matches?: string; and?: Where[]; not?: Where };
      const matches = (where: Where, link: HTMLAnchorElement): boolean => {
        const { href_matches, selector_matches, and, not } = where;
        if (href_matches !== undefined) return new URLPattern(href_matches, location.origin).test(link.href);
        if (selector_matches !== undefined) return link.matches(selector_matches);
        if (and) return and.every((where) => matches(where, link));
        if (not) return !matches(not, link);
        throw new Error("expected a rule that this test knows");
      };
      const text = document.querySelector("script[type=speculationrules]")?.textContent ?? "{}";
      const rules = Object.values(JSON.parse(text) as Record<string, { where: Where }[]>).flat();
      const links = [...document.querySelectorAll<HTMLAnchorElement>("a[href]")];
      for (const address of others) {
        const link = document.createElement("a");
        link.setAttribute("href", address);
        links.push(link);
      }
      const isAhead = (link: HTMLAnchorElement) => rules.some(({ where }) => matches(where, link));
      return {
        ahead: links.filter(isAhead).map(({ href }) => href),
        kept: links.filter((link) => !isAhead(link)).map(({ href }) => href),
      };
    }, others);
    const origin = new URL(page.url()).origin;
    expect(ahead.length).toBeGreaterThan(5);
    for (const address of ahead) {
      const { origin: from, pathname, search } = new URL(address);
      expect(from, address).toBe(origin);
      expect(pathname, address).not.toContain(".");
      expect(search, address).toBe("");
    }
    for (const { pathname, origin: from, search } of kept.map((address) => new URL(address)))
      expect(from !== origin || pathname.includes(".") || search !== "", pathname).toBe(true);
  }
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

test("a table is a region and a tab stop where it scrolls, and nowhere else", async ({ page }) => {
  await page.goto("/blog/every-component");
  const table = page.locator(".table").first();
  const regions = page.getByRole("region", { name: /^Table: / });
  await page.setViewportSize({ width: 1440, height: 900 });
  await inFaces(page);
  await expect(regions).toHaveCount(0);
  await table
    .locator("td")
    .first()
    .evaluate((cell) => {
      cell.style.minWidth = "100rem";
    });
  await expect(regions).toHaveCount(1);
  await expect(table).toHaveAttribute("tabindex", "0");
  await table
    .locator("td")
    .first()
    .evaluate((cell) => {
      cell.style.minWidth = "";
    });
  await expect(regions).toHaveCount(0);
  await expect(table).not.toHaveAttribute("tabindex");
});

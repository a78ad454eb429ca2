// Fonts, pictures and scripts, which arrive after the page.

import { test as base, type Locator, type Page } from "@playwright/test";
import { blockOf, expect, frames, heldBack, inFaces, scrollThrough, started, styled, test } from "./site";

const lazy = (page: Page) => page.locator("img[loading=lazy]");

test("the page is set in both faces at once, when the later of them has come", async ({ page }) => {
  const display = await heldBack(page, /josefin.*\.woff2$/);
  const text = page.waitForResponse(/newsreader.*normal.*\.woff2$/);
  await page.goto("/", { waitUntil: "domcontentloaded" });
  await styled(page);
  await (await text).finished();
  await frames(page);
  const family = () => page.locator("body").evaluate((body) => getComputedStyle(body).fontFamily);
  expect(await family()).not.toContain("Text,");
  await expect(page.locator(":root")).toHaveClass(/awaits-fonts/);
  display();
  await inFaces(page);
  expect(await family()).toMatch(/^"?Text"?,/);
  expect(await page.evaluate(() => document.fonts.check("1em Display"))).toBe(true);
});

/** The width of an element's text on one line, in the page's current font. */
const widthOf = (text: Locator) =>
  text.evaluate((element: HTMLElement) => {
    element.style.cssText = "inline-size: max-content; max-inline-size: none; white-space: nowrap";
    const { width } = element.getBoundingClientRect();
    element.style.cssText = "";
    return width;
  });

for (const [what, address, selector, keeps] of [
  ["title", "/fees", "h1", true],
  ["text below the window", "/fees", "main > :last-child p", false],
  ["text above the window", "/fees#taxes", "h1", false],
] as const) {
  const outcome = keeps ? "keeps its fonts, and the next page has the faces" : "is set in the faces";
  test(`on a phone, a page whose ${what} would break otherwise ${outcome}`, async ({ page, browser }) => {
    const viewport = { width: 390, height: 823 };
    await page.setViewportSize(viewport);
    const prompt = await browser.newPage({ viewport });
    await prompt.goto("/fees");
    await inFaces(prompt);
    const inFace = await widthOf(prompt.locator(selector).first());
    await prompt.close();

    const arrive = await heldBack(page, /\.woff2$/);
    await page.goto(address, { waitUntil: "domcontentloaded" });
    await styled(page);
    const text = page.locator(selector).first();
    const between = (inFace + (await widthOf(text))) / 2;
    await text.evaluate((element: HTMLElement, width) => {
      element.style.cssText = `inline-size: ${width}px; max-inline-size: none`;
    }, between);
    const heightOf = () => text.evaluate(({ offsetHeight }: HTMLElement) => offsetHeight);
    const height = await heightOf();
    arrive();
    await inFaces(page);
    await frames(page);
    if (!keeps) {
      await expect(page.locator("body")).toHaveCSS("font-family", /^"?Text"?,/);
      return;
    }
    expect(await heightOf()).toBe(height);
    await expect(page.locator("body")).not.toHaveCSS("font-family", /^"?Text"?,/);
    await page.locator(".site-footer a[href='/contact']").first().click();
    await expect(page).toHaveURL("/contact");
    await expect(page.locator("body")).toHaveCSS("font-family", /^"?Text"?,/);
  });
}

test("the social picture is asked for once the fonts are there", async ({ page }) => {
  const arrive = await heldBack(page, /\.woff2$/);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("/", { waitUntil: "domcontentloaded" });
  await styled(page);
  await frames(page);
  const isSocial = (path: string) => path.startsWith("/assets/social-");
  expect(asked.filter(isSocial), "before the fonts").toEqual([]);
  arrive();
  await expect.poll(() => asked.filter(isSocial).length).toBe(1);
});

for (const [route, width] of [
  ["/", 360],
  ["/fees", 768],
  ["/blog/a-long-walk", 1440],
] as const) {
  test(`fonts that come late hardly move the page, and leave no trace: ${route} at ${width}`, async ({
    page,
    browser,
  }) => {
    const viewport = { width, height: 823 };
    await page.setViewportSize(viewport);
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          shifts.push(entry.value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    const arrive = await heldBack(page, /\.woff2$/);
    // The load event would wait for fonts requested before it.
    await page.goto(route, { waitUntil: "domcontentloaded" });
    await styled(page);
    await frames(page);
    arrive();
    await inFaces(page);
    await frames(page);
    const shifts = await page.evaluate(() => (window as never as { shifts: number[] }).shifts);
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(0.02);
    expect(await page.locator("[style*=font], [style*=spacing]").count()).toBe(0);

    const context = await browser.newContext({ viewport, reducedMotion: "reduce" });
    const prompt = await context.newPage();
    await prompt.goto(page.url());
    await inFaces(prompt);
    expect(await boxes(page)).toEqual(await boxes(prompt));
    await context.close();
  });
}

/** The boxes of everything on a page. */
const boxes = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("body *")].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return `${element.tagName} ${x} ${y + scrollY} ${width} ${height}`;
    }),
  );

test("a lazy picture is marked once it is in view", async ({ page }) => {
  for (const route of ["/", "/blog"]) {
    await page.goto(route);
    await inFaces(page);
    const last = lazy(page).last();
    await expect(last).not.toHaveClass(/loaded/);
    await last.scrollIntoViewIfNeeded();
    await expect(last).toHaveClass(/loaded/);
    await scrollThrough(page);
    await expect.poll(() => page.locator("img[loading=lazy]:not(.loaded)").count(), route).toBe(0);
  }
});

base("no picture is hidden when no script arrives", async ({ page }) => {
  await page.route(/\/assets\/.*\.js/, (route) => route.abort());
  await page.goto("/about");
  const pictures = await page.locator("main img").all();
  expect(pictures.length).toBeGreaterThan(1);
  for (const picture of pictures) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveCSS("opacity", "1");
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  }
});

test("listeners to touches, wheels and scrolling are passive, and none listens to the page's end", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const active: string[] = [];
    Object.assign(window, { active });
    const listen = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (type, listener, options) {
      const passive = typeof options === "object" && options?.passive === true;
      if (/^(touch|wheel|mousewheel|scroll)/.test(type) && !passive) active.push(type);
      // A browser doesn't keep a page with such a listener in its back-forward cache.
      if (/unload$/.test(type)) active.push(type);
      return listen.call(this, type, listener, options);
    };
  });
  const active = () => page.evaluate(() => (window as never as { active: string[] }).active);
  await page.goto("/contact");
  await page.locator("[data-island=site_menus]").getByRole("link").first().focus();
  await started(page, "site_menus");
  // Playwright's own actions would listen to touches.
  await page.evaluate(() => document.querySelector(".office_map")?.scrollIntoView());
  await started(page, "office_map");
  expect(await active()).toEqual([]);
  await page.goto("/fees");
  await page.getByLabel(blockOf("/fees", "fee_calculator").label).focus();
  await started(page, "fee_calculator");
  // React listens to every event on its root; it handles the ones that could delay scrolling passively.
  expect((await active()).filter((type) => /start|move|wheel|unload/.test(type))).toEqual([]);
});

test("a browser that reports no paint starts the page all the same", async ({ page }) => {
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {};
  });
  await page.goto("/");
  await inFaces(page);
  await styled(page);
});

base("a part of the runtime that throws stops no other", async ({ page }) => {
  await page.clock.setFixedTime("2040-07-01");
  await page.addInitScript(() => {
    window.IntersectionObserver = class {
      constructor() {
        throw new Error("a fault");
      }
    } as never;
  });
  // The first island waits to come into view; then the lazy pictures are marked; the year comes last.
  await page.goto("/contact");
  await expect(page.locator("[data-year]")).toHaveText("2040");
  await page.locator(".site-nav a").first().focus();
  await started(page, "site_menus");
});

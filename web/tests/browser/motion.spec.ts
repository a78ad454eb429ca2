// Motion, reduced motion for those who prefer it, and colors that the reader's system chooses.

import type { Page } from "@playwright/test";
import { content, expect, heldBack, scrollThrough, started, styled, test } from "./site";

const article = content.articles[0]?.route ?? "";
const kinds = ["/everything", "/questions-to-ask", "/blog", article];

/** The longest transition or animation on the page, in seconds, and its element. */
async function longest(page: Page): Promise<{ seconds: number; what: string }> {
  await styled(page);
  return page.evaluate(() => {
    let found = { seconds: 0, what: "nothing" };
    for (const element of document.querySelectorAll("*")) {
      for (const part of ["", "::before", "::after", "::backdrop", "::marker"]) {
        const style = getComputedStyle(element, part || null);
        const times = `${style.transitionDuration},${style.animationDuration}`.split(",");
        const seconds = Math.max(...times.map((time) => Number.parseFloat(time) || 0));
        if (seconds > found.seconds)
          found = { seconds, what: `${element.tagName} ${element.className}${part}` };
      }
    }
    return found;
  });
}

/** Tells whether a view transition brings in the next page. */
async function goesByTransition(page: Page): Promise<boolean> {
  await page.addInitScript(() => {
    addEventListener("pagereveal", (event) => {
      document.documentElement.dataset.transition = String(event.viewTransition !== null);
      // A busy browser aborts the transition, and shows the page at once.
      event.viewTransition?.ready.catch(() => {});
    });
  });
  await page.goto("/about");
  await page.locator(".site-footer").getByRole("link", { name: "Contact", exact: true }).click();
  await expect(page).toHaveURL("/contact");
  const said = page.locator("html[data-transition]");
  await expect(said).toBeAttached();
  return (await said.getAttribute("data-transition")) === "true";
}

test.describe("with motion", () => {
  test.use({ viewport: { width: 360, height: 800 }, contextOptions: { reducedMotion: "no-preference" } });

  test("pages follow each other by a transition between views", async ({ page }) => {
    // A busy browser skips it.
    await expect(async () => expect(await goesByTransition(page)).toBe(true)).toPass();
  });

  test("a late picture is shown when it comes, and fades in", async ({ page }) => {
    const arrive = await heldBack(page, /\/assets\/portrait/);
    await page.goto("/about", { waitUntil: "commit" });
    const picture = page.locator("img[loading=lazy][src*=portrait]").first();
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveClass(/late/);
    await expect(picture).not.toHaveClass(/loaded/);
    await expect(picture).toHaveCSS("opacity", "1");
    arrive();
    await expect(picture).toHaveClass(/loaded/);
    await expect(picture).toHaveCSS("animation-name", "arrive");
    await expect(picture).toHaveCSS("opacity", "1");
  });

  test("the panel slides", async ({ page }) => {
    await page.goto("/about");
    expect((await longest(page)).seconds).toBeGreaterThan(0.1);
  });
});

test.describe("with reduced motion", { tag: "@motion" }, () => {
  test.use({ viewport: { width: 360, height: 800 } });

  test("pages follow each other at once", async ({ page }) => {
    expect(await goesByTransition(page)).toBe(false);
  });

  test("nothing on any kind of page takes longer than 0.01 s, nor the panel, nor a late picture", async ({
    page,
  }) => {
    for (const route of kinds) {
      await page.goto(route);
      await scrollThrough(page);
      await page.locator(".panel-opener").click();
      await expect(page.locator("#site-panel")).toBeVisible();
      await page
        .locator("img")
        .first()
        .evaluate((image) => image.classList.add("late", "loaded"));
      const { seconds, what } = await longest(page);
      expect(seconds, `${route}: ${what}`).toBeLessThanOrEqual(0.01);
      expect(await page.evaluate(() => document.getAnimations().length), route).toBe(0);
    }
  });
});

test.describe("in forced colors", { tag: "@forced_colors" }, () => {
  test.use({ contextOptions: { forcedColors: "active" } });

  test("buttons have a border, the focus a ring, and what is pressed or current is told apart", async ({
    page,
  }) => {
    await page.goto("/blog");
    await started(page, "article_filter");
    const style = (selector: string, name: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), name);
    for (const button of [".site-action", ".filter-chip", ".panel-closer", ".phone-actions > .button"]) {
      expect(Number.parseFloat(await style(button, "border-top-width")), button).toBeGreaterThanOrEqual(1);
      expect(await style(button, "border-top-color"), button).not.toBe(
        await style("body", "background-color"),
      );
    }
    expect(await style(".filter-chip[aria-pressed=true]", "background-color")).not.toBe(
      await style(".filter-chip[aria-pressed=false]", "background-color"),
    );
    expect(await style(".site-nav [aria-current=page]", "border-bottom-style")).toBe("solid");
    await page.keyboard.press("Tab");
    expect(await style(".skip-link", "outline-style")).toBe("solid");
    await page.goto("/fees");
    expect(Number.parseFloat(await style(".calculator-amount", "border-top-width"))).toBeGreaterThanOrEqual(
      1,
    );
    await page.locator(".calculator-amount input").focus();
    expect(await style(".calculator-amount", "outline-style")).toBe("solid");
  });
});

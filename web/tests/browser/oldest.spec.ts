// The oldest browsers that vite.config.ts names: for each test, the pages lack one feature that these don't support.

import type { Page, Route } from "@playwright/test";
import { blockOf, content, expect, routes, started, test } from "./site";

const { navigation } = content.site.header;

test.use({ bypassCSP: true });

/** Serves pages and styles with the names of these features replaced by unknown ones. */
async function without(page: Page, ...features: string[]): Promise<void> {
  const unknown = (text: string) =>
    features.reduce((text, feature) => text.replaceAll(feature, feature.replace(/\b/, "x-")), text);
  const fulfill = async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: unknown(await response.text()) });
  };
  await page.route(/^[^?]*(\/|\.css|\/[a-z_-]+)$/, async (route) => {
    // The browser may cancel a speculative request.
    await fulfill(route).catch(() => {});
  });
}

test("styles are written for them", async ({ request }) => {
  for (const route of routes) {
    const html = await (await request.get(route)).text();
    const late = await (await request.get(/href="(\/assets\/late-[^"]+)"/.exec(html)?.[1] ?? "")).text();
    const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = ""]) => css).join("") + late;
    expect(styles, route).not.toMatch(/light-dark\(/);
    expect(styles, route).toContain("-webkit-text-size-adjust:100%");
    // A nested rule.
    expect(styles, route).not.toMatch(/[{;}]&/);
  }
});

test.describe("without anchors", () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      const { supports } = CSS;
      CSS.supports = (...args: [string, string?]) =>
        !String(args[0]).includes("position-area") && supports.call(CSS, ...(args as [string]));
    });
    await without(page, "position-area", "position-anchor", "anchor-name");
  });

  for (const width of [992, 1440]) {
    test(`a menu stands under its button at ${width} px, and keeps to it when the page scrolls`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 700 });
      await page.goto("/about");
      const openers = await page.locator(".menu-opener").all();
      expect(openers.length).toBeGreaterThan(1);
      for (const opener of openers) {
        await opener.hover();
        await started(page, "site_menus");
        const menu = page.locator(".menu:popover-open");
        await expect(menu).toHaveCount(1);
        const below = async () => {
          const [button, box] = [await opener.boundingBox(), await menu.boundingBox()];
          if (!button || !box) throw new Error("expected a button and its menu");
          expect(Math.abs(box.y - button.y - button.height)).toBeLessThanOrEqual(1);
          const aligned = [box.x - button.x, box.x + box.width - button.x - button.width].map(Math.abs);
          expect(Math.min(...aligned)).toBeLessThanOrEqual(1);
          expect(box.x).toBeGreaterThanOrEqual(0);
          expect(box.x + box.width).toBeLessThanOrEqual(width);
        };
        await below();
        await page.evaluate(() => scrollTo(0, 40));
        await below();
        await page.evaluate(() => scrollTo(0, 0));
        await page.keyboard.press("Escape");
        await page.mouse.move(0, 600);
      }
    });
  }
});

test.describe("without light dismiss", () => {
  test.use({ viewport: { width: 360, height: 700 }, hasTouch: true });

  test("a touch beside the panel closes it, and does no more", async ({ page }) => {
    await page.goto("/about");
    await page.locator("#site-panel").evaluate((panel) => panel.setAttribute("popover", "manual"));
    await page.locator(".panel-opener").tap();
    await started(page, "site_menus");
    await expect(page.locator("#site-panel")).toBeVisible();
    // The firm's name, which is a link, is at this point.
    await page.touchscreen.tap(20, 30);
    await expect(page.locator("#site-panel")).toBeHidden();
    await expect(page).toHaveURL("/about");
    await page.locator(".panel-opener").tap();
    await expect(page.locator("#site-panel")).toBeVisible();
  });
});

test.describe("without popovers", () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ["popover", "showPopover", "hidePopover", "togglePopover"])
        delete (HTMLElement.prototype as never as Record<string, unknown>)[name];
      delete (HTMLButtonElement.prototype as never as Record<string, unknown>).popoverTargetElement;
    });
    await without(page, ":popover-open", "popover=", "popovertarget");
  });

  for (const width of [360, 1440]) {
    test(`every link of the navigation is in sight at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto("/about");
      const header = page.locator(".site-header");
      for (const { name, href, submenu } of navigation)
        for (const link of href ? [{ name }] : submenu)
          await expect(header.getByRole("link", { name: link.name, exact: true }).first()).toBeVisible();
      await expect(page.locator(".panel-opener")).toBeHidden();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await header.getByRole("link").first().focus();
      await started(page, "site_menus");
    });
  }
});

test("a button has its notches without corner-shape, and its mark of the focus is whole", async ({
  page,
}) => {
  await without(page, "corner-shape");
  await page.goto("/");
  const button = page.locator("main a.button").first();
  await expect(button).toHaveCSS("clip-path", /^polygon/);
  await page.keyboard.press("Tab");
  await button.focus();
  await expect(button).toHaveCSS("clip-path", "none");
});

test.describe("without everything that only newer browsers have", { tag: "@long" }, () => {
  test.beforeEach(async ({ page }) => {
    // The features of styles that the build leaves as written and that Safari 16.4, Firefox 115 or Chrome 111 lacks.
    const styles = [
      ":has(",
      "subgrid",
      "@starting-style",
      "::details-content",
      "content-visibility",
      "text-wrap",
    ];
    await without(page, ...styles, "@view-transition", "allow-discrete", "position-area", "speculationrules");
    await page.addInitScript(() => {
      for (const name of ["requestIdleCallback", "cancelIdleCallback"]) delete (window as never)[name];
      delete (HTMLElement.prototype as never as Record<string, unknown>).onbeforematch;
    });
  });

  for (const width of [360, 1440]) {
    test(`every page fits ${width} px, and its headings are in sight`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      for (const route of routes) {
        await page.goto(route === "/404" ? "/no-such-page" : route);
        await expect(page.getByRole("heading", { level: 1 }), route).toBeVisible();
        expect(await page.evaluate(() => document.documentElement.scrollWidth), route).toBeLessThanOrEqual(
          width,
        );
      }
    });
  }

  test("the parts with scripts work", async ({ page }) => {
    const { prompt } = content.site.newsletter;
    await page.setViewportSize({ width: 360, height: 800 });
    await page.clock.install();
    await page.goto("/blog");
    const menu = page.getByRole("button", { name: content.site.labels.menu, exact: true });
    await menu.click();
    await started(page, "site_menus");
    await expect(page.getByRole("dialog", { name: content.site.labels.menu })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(menu).toBeFocused();
    const choice = page.getByRole("button", { name: "Economy" });
    await choice.click();
    await expect(choice).toHaveAttribute("aria-pressed", "true");
    await started(page, "newsletter_prompt");
    await page.clock.runFor(prompt.delay_ms + 1000);
    await page.getByRole("dialog").getByRole("button", { name: prompt.close_label }).click();
    await expect(page.getByRole("dialog")).toBeHidden();

    await page.goto("/fees");
    await page.getByLabel(blockOf("/fees", "fee_calculator").label).fill("750000");
    await expect(page.getByText("$9,375").first()).toBeVisible();

    await page.goto("/faq");
    const { labels } = blockOf("/faq", "faq");
    await page.getByRole("button", { name: labels.open }).click();
    await expect(page.getByRole("button", { name: labels.fold })).toBeVisible();
  });
});

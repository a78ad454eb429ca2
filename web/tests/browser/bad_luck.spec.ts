// Bad networks: whatever fails, arrives late or is served wrong, a page stays readable and says nothing false.

import { test as base, type Page, type Route } from "@playwright/test";
import { blockOf, content, expect, frames, heldBack, sticksOut, styled, test } from "./site";

const kinds = ["/fees", "/blog", "/everything", content.articles[0]?.route ?? ""];

/** The files that a page requests, by kind. */
const files: Record<string, RegExp> = {
  "the runtime": /\/assets\/runtime-/,
  "the scripts of islands": /\/assets\/(?!runtime-)[\w-]+\.js/,
  "the late styles": /\/assets\/late-/,
  "the fonts": /\.woff2$/,
  "the pictures": /\/assets\/.*\.(svg|png|jpg|webp|avif)$/,
};

/** Outcomes of a request; "are served wrong" is the response of a hotel's login portal. */
const mishaps: Record<string, (route: Route) => Promise<void>> = {
  fail: (route) => route.abort(),
  "never come": () => new Promise(() => {}),
  "are served wrong": (route) => route.fulfill({ contentType: "text/html", body: "<h1>Sign in</h1>" }),
};

interface Mishap {
  route: string;
  /** A key of `files`: the mishap happens to all files of this kind. */
  file: string;
  /** A key of `mishaps`. */
  mishap: string;
}

/** The lines that a visitor reads, and faults: text that can't be seen, and controls that don't work. */
async function read(page: Page): Promise<{ lines: string[]; faults: string[] }> {
  const { lines, faults } = await page.evaluate(() => {
    const lines: string[] = [];
    const faults: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(
      "main :is(h1, h2, h3, p, li, td, th, dt, dd)",
    )) {
      if (!element.checkVisibility()) continue;
      if (!element.closest(".island")) lines.push(element.innerText.replace(/\s+/g, " ").trim());
      const seen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (!seen) faults.push(`not to be seen: ${element.innerText.slice(0, 40)}`);
    }
    for (const image of document.images) {
      if (image.checkVisibility() && getComputedStyle(image).opacity !== "1")
        faults.push(`not to be seen: ${image.src}`);
    }
    for (const control of document.querySelectorAll(
      "[data-failed] :is(input, button, a).filter-chip, [data-failed] input",
    ))
      if (control.checkVisibility()) faults.push(`answers nothing: ${control.outerHTML.slice(0, 60)}`);
    return { lines, faults };
  });
  return { lines, faults: [...faults, ...(await sticksOut(page))] };
}

/** Every combination of page, file and mishap. */
const everything: Mishap[] = [];
/**
 * A subset with every pair of file and mishap, of file and kind of page, and of mishap and kind of page.
 * What a mishap does to a file hardly depends on the page.
 */
const pairs: Mishap[] = [];

for (const [fileAt, file] of Object.keys(files).entries()) {
  for (const [kindAt, route] of kinds.entries()) {
    for (const [mishapAt, mishap] of Object.keys(mishaps).entries()) {
      everything.push({ route, file, mishap });
      const isNext = (fileAt + kindAt) % Object.keys(mishaps).length === mishapAt;
      if (isNext) pairs.push({ route, file, mishap });
    }
  }
}

/** Loads a page with each of its mishaps, and expects the same lines as without one, and no fault. */
async function expectTheSame(page: Page, route: string, befalls: Mishap[]): Promise<void> {
  await page.goto(route);
  const usual = await read(page);
  for (const { file, mishap } of befalls) {
    await page.unrouteAll();
    await page.route(files[file] as RegExp, mishaps[mishap] as (route: Route) => Promise<void>);
    await page.goto(route, { waitUntil: "domcontentloaded" });
    await frames(page, 5);
    const { lines, faults } = await read(page);
    expect(lines, `${route}: ${file} ${mishap}`).toEqual(usual.lines);
    expect(faults, `${route}: ${file} ${mishap}`).toEqual([]);
  }
}

for (const route of kinds) {
  const of = (all: Mishap[]) => all.filter((mishap) => mishap.route === route);
  base(
    `${route} is the same to read whichever of its files fail, never come or are served wrong`,
    ({ page }) => expectTheSame(page, route, of(pairs)),
  );
  base(`${route} is the same to read whatever befalls each of its files`, { tag: "@long" }, ({ page }) =>
    expectTheSame(page, route, of(everything)),
  );
}

base(
  "what failed is asked for again, and the page is as it should be once the network is back",
  async ({ page }) => {
    await page.clock.install();
    let isDown = true;
    const asked: string[] = [];
    await page.route(/\/assets\/(runtime|late|site_menus)/, async (route) => {
      asked.push(new URL(route.request().url()).pathname.replace(/-.*/, ""));
      await (isDown ? route.abort() : route.continue());
    });
    await page.goto("/about");
    await expect.poll(() => asked.toSorted()).toEqual(["/assets/late", "/assets/runtime"]);
    await page.clock.runFor(1000);
    await expect.poll(() => asked.length, "a second later").toBe(4);
    await expect(page.locator("[data-island=site_menus][data-failed]")).toBeAttached();
    isDown = false;
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await styled(page);
    await expect(page.locator("[data-island=site_menus]:not([data-failed])")).toBeAttached();
    isDown = true;
    await page.locator(".menu-opener").first().focus();
    await expect.poll(() => asked.at(-1)).toBe("/assets/site_menus");
    isDown = false;
    await page.clock.runFor(1000);
    await expect(page.locator("[data-island=site_menus][data-started]")).toBeAttached();
  },
);

base("a menu closes at a link to its own page although its script hasn't arrived", async ({ page }) => {
  await page.route(/\/assets\/site_menus/, () => {});
  await page.goto("/services");
  // The page's runtime requests the script when the mouse reaches the button.
  const request = page.waitForRequest(/\/assets\/site_menus/);
  await page.getByRole("button", { name: "Services" }).click();
  await request;
  const taxes = page.locator("#menu-services a[href='/services#taxes']");
  await taxes.click();
  await expect(taxes).toBeHidden();
  await expect(page).toHaveURL("/services#taxes");
});

base(
  "a page that was loaded is read, and its menus open, without a network; its calculator says so",
  async ({ page, context }) => {
    await page.clock.install();
    await page.goto("/fees");
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    const field = page.getByLabel(blockOf("/fees", "fee_calculator").label);
    const failed = page.locator("[data-island=fee_calculator][data-failed]");
    await field.focus();
    await expect(async () => {
      await page.clock.runFor(1000);
      await expect(failed).toBeAttached({ timeout: 100 });
    }).toPass();
    await expect(field, "nobody types into what does not answer").toBeHidden();
    await page.locator("[popovertarget=menu-services]").click();
    await expect(page.locator("#menu-services")).toBeVisible();
    await page.keyboard.press("Escape");
    await context.setOffline(false);
    await field.waitFor();
    await field.fill("750000");
    await expect(page.locator(".calculator .calculator-result")).toContainText("$9,375");
  },
);

test("two tabs of one page know nothing of each other", async ({ page, context }) => {
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto("/blog");
    await expect(tab.locator("[data-island=article_filter][data-started]")).toBeAttached();
  }
  await page.locator(".filter-chip[data-category=Economy]").click();
  await expect(page.locator(".filter-chip[data-category=Economy]")).toHaveAttribute("aria-pressed", "true");
  await other.reload();
  await expect(other.locator(".filter-chip[data-category='']")).toHaveAttribute("aria-pressed", "true");
});

test.describe("400% zoom and a reader's own spacing", () => {
  // 1280 by 1024 pixels at 400%.
  test.use({ viewport: { width: 320, height: 256 }, bypassCSP: true });

  test("nothing sticks out, and no row stays in the way", async ({ page }) => {
    for (const route of kinds) {
      await page.goto(route);
      await page.addStyleTag({
        content:
          "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }" +
          "p { margin-block-end: 2em !important }",
      });
      expect(await sticksOut(page), route).toEqual([]);
      await expect(page.locator(".phone-actions")).toHaveCSS("position", "static");
    }
  });
});

test("a page that the browser has translated works as before", async ({ page }) => {
  /** A browser's translator replaces each text with new elements. */
  const translate = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest("script, style, noscript")) continue;
      const font = document.createElement("font");
      font.append(document.createElement("font"));
      font.firstElementChild?.append(text.data);
      text.replaceWith(font);
    }
  };
  await page.goto("/fees");
  await styled(page);
  await page.evaluate(translate);
  await page.getByLabel(blockOf("/fees", "fee_calculator").label).fill("750000");
  await expect(page.locator(".calculator .calculator-result")).toContainText("$9,375");
  await page.evaluate(translate);
  await page.locator(".calculator input").fill("250000");
  await expect(page.locator(".calculator .calculator-result")).toContainText("$3,125");

  const arrive = await heldBack(page, /\/assets\/article_filter/);
  await page.goto("/blog");
  await page.evaluate(translate);
  arrive();
  await expect(page.locator("[data-island=article_filter][data-started]")).toBeAttached();
  await page.locator(".filter-chip[data-category=Economy]").click();
  const articles = content.articles.filter(({ matter }) => matter.category === "Economy").length;
  await expect(page.locator("[data-articles] > li:visible")).toHaveCount(articles);

  await page.locator(".menu-opener").first().click();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(".menu:popover-open a").first()).toBeFocused();
});

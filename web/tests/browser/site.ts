// Shared by the browser tests: the fixture site's content, and a page that must stay quiet.

import { type BrowserContext, test as base, expect, type Locator, type Page } from "@playwright/test";
import { contentAt, withEditions } from "../../scripts/editions.mjs";
import type { Build } from "../../src/content";
import fixture from "../../src/testing/content.json" with { type: "json" };

export const content = contentAt(withEditions(fixture));

export const routes = [...content.pages, ...content.articles].map(({ route }) => route);

/** A block of a page; that it is there is part of what a test relies on. */
export function blockOf<K extends Build["content"]["pages"][number]["blocks"][number]["kind"]>(
  route: string,
  kind: K,
) {
  const block = content.pages
    .find((page) => page.route === route)
    ?.blocks.find((block): block is Extract<typeof block, { kind: K }> => block.kind === kind);
  if (!block) throw new Error(`expected a block ${kind} on ${route}`);
  return block;
}

/** The errors that a page reports from here on. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => {
    // That an address is unknown is said of the page itself; of anything else it is an error.
    const unknown = message.text().includes("404") && message.location().url === page.url();
    if (message.type() === "error" && !unknown) errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  return errors;
}

/** `page`, and a test that fails on any error in its console. */
export const test = base.extend<{ page: Page }>({
  page: async ({ page }, use) => {
    const errors = errorsOf(page);
    await use(page);
    expect(errors).toEqual([]);
  },
});

/** Waits for the styles that come after the first paint. */
export async function styled(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => [...document.styleSheets].some(({ href }) => href))).toBe(true);
}

/** Waits until the fonts are there: lines above what is in view may break otherwise, and it scrolls by as much. */
export async function inFaces(page: Page): Promise<void> {
  await expect(page.locator("body.fonts-loaded")).toBeAttached();
  await page.evaluate(() => document.fonts.ready.then(() => {}));
}

/** Waits until an island's script has arrived. */
export async function started(page: Page, name: string): Promise<void> {
  await styled(page);
  await expect(page.locator(`[data-island=${name}][data-started]`)).toBeAttached();
}

/** Holds back what a page asks for at these addresses, until the function that it returns is called. */
export async function heldBack(page: Page, addresses: string | RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(addresses, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Opens a page whose clock stands still from before its load; `page.clock.runFor` moves it. */
export async function pausedClock(page: Page, path: string): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.goto(path);
}

/** Lets the time of a standing clock pass until an island that waits for an idle moment has started. */
export async function startedWhenIdle(page: Page, name: string): Promise<void> {
  const island = page.locator(`[data-island=${name}][data-started]`);
  const runs = async () => {
    await page.clock.runFor(10);
    return island.count();
  };
  await expect.poll(runs, { intervals: [20] }).toBe(1);
}

/** Expects a link to open another site in a tab that can't reach back. */
export async function opensInATab(page: Page, link: Locator, address: string): Promise<void> {
  const opened = page.context().waitForEvent("page");
  await link.click();
  const tab = await opened;
  await expect(tab).toHaveURL(address);
  expect(await tab.evaluate(() => window.opener)).toBeNull();
}

/** Lets the browser draw so many frames: what a wheel or a finger has set going goes on by itself. */
export async function frames(page: Page, count = 20): Promise<void> {
  await page.evaluate(async (count) => {
    for (let at = 0; at < count; at += 1) await new Promise(requestAnimationFrame);
  }, count);
}

/** Asks for every picture, those out of view too, and waits until each is there or has failed. */
export async function everyPicture(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const arrivals: Promise<unknown>[] = [];
    for (const image of document.images) {
      image.loading = "eager";
      if (image.complete) continue;
      arrivals.push(
        new Promise((resolve) => {
          image.addEventListener("load", resolve);
          image.addEventListener("error", resolve);
        }),
      );
    }
    await Promise.all(arrivals);
  });
}

/** Brings all of a page into view, one part after another. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
  });
}

/** Hides elements by a style of the visitor's own, as extensions do. */
export const hide = (page: Page, selector: string, rule = "display: none") =>
  page.evaluate(
    ([selector, rule]) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`${selector} { ${rule.endsWith("}") ? rule : `${rule} !important`} }`);
      document.adoptedStyleSheets.push(sheet);
    },
    [selector, rule] as const,
  );

/** The elements that stick out of the window sideways. */
export const sticksOut = (page: Page) =>
  page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    return [...document.querySelectorAll("body *")]
      .filter(
        (element) => element.checkVisibility() && element.getBoundingClientRect().right > innerWidth + 1,
      )
      .map(
        ({ tagName, className, textContent }) =>
          `${tagName} ${className} ${textContent?.trim().slice(0, 30)}`,
      );
  });

/** The distance of `target` from the window's top. */
export const topOf = (target: Locator) => target.evaluate((element) => element.getBoundingClientRect().top);

/** Answers for every other site, so that no test depends on one. */
export async function answerOthers(context: BrowserContext): Promise<void> {
  await context.route(
    (url) => url.hostname !== "127.0.0.1",
    (route) => route.fulfill({ contentType: "text/html", body: "<title>elsewhere</title>" }),
  );
}

export { expect };

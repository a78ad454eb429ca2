// Shared by the browser tests: the fixture site's content, and a page whose console must stay free of errors.

import { type BrowserContext, test as base, expect, type Locator, type Page } from "@playwright/test";
import { contentAt, withEditions } from "../../scripts/compiled";
import type { Build } from "../../src/content";
import fixture from "../../src/testing/content.json" with { type: "json" };

export const content = contentAt(withEditions(fixture));

export const routes = [...content.pages, ...content.articles].map(({ route }) => route);

/** A block of a page; throws if it is missing, because the test relies on it. */
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

/** The errors that a page reports after this call. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => {
    // A 404 for the page itself is expected; for anything else it is an error.
    const unknown = message.text().includes("404") && message.location().url === page.url();
    if (message.type() === "error" && !unknown) errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  return errors;
}

/** `page`; the test fails if its console has an error. */
export const test = base.extend<{ page: Page }>({
  page: async ({ page }, use) => {
    const errors = errorsOf(page);
    await use(page);
    expect(errors).toEqual([]);
  },
});

/** Waits for the styles that load after the first paint. */
export async function styled(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => [...document.styleSheets].some(({ href }) => href))).toBe(true);
}

/** Waits until the fonts have loaded: before that, lines above the window may change and move the page. */
export async function inFaces(page: Page): Promise<void> {
  await expect(page.locator("body.fonts-loaded")).toBeAttached();
  await page.evaluate(() => document.fonts.ready.then(() => {}));
}

/** Waits until an island's script has arrived. */
export async function started(page: Page, name: string): Promise<void> {
  await styled(page);
  await expect(page.locator(`[data-island=${name}][data-started]`)).toBeAttached();
}

/** Delays a page's requests to these addresses until the returned function is called. */
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

/** Opens a page whose clock is paused before it loads; `page.clock.runFor` advances it. */
export async function pausedClock(page: Page, path: string): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.goto(path);
}

/** Advances a paused clock until an island that waits for an idle moment has started. */
export async function startedWhenIdle(page: Page, name: string): Promise<void> {
  const island = page.locator(`[data-island=${name}][data-started]`);
  const runs = async () => {
    await page.clock.runFor(10);
    return island.count();
  };
  await expect.poll(runs, { intervals: [20] }).toBe(1);
}

/** Expects a link to open another site in a new tab without access to this one. */
export async function opensInATab(page: Page, link: Locator, address: string): Promise<void> {
  const opened = page.context().waitForEvent("page");
  await link.click();
  const tab = await opened;
  await expect(tab).toHaveURL(address);
  expect(await tab.evaluate(() => window.opener)).toBeNull();
}

/** Waits for this many frames: scrolling by a wheel or a finger continues for a while. */
export async function frames(page: Page, count = 20): Promise<void> {
  await page.evaluate(async (count) => {
    for (let at = 0; at < count; at += 1) await new Promise(requestAnimationFrame);
  }, count);
}

/** Loads every picture, including those out of view, and waits until each has loaded or failed. */
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

/** Scrolls through the whole page. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
  });
}

/** Hides elements with a style of the visitor's, as extensions do. */
export const hide = (page: Page, selector: string, rule = "display: none") =>
  page.evaluate(
    ([selector, rule]) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`${selector} { ${rule.endsWith("}") ? rule : `${rule} !important`} }`);
      document.adoptedStyleSheets.push(sheet);
    },
    [selector, rule] as const,
  );

/** The elements that extend past the left or right edge of the window. */
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

/** Answers requests to every other site, so that no test depends on one. */
export async function answerOthers(context: BrowserContext): Promise<void> {
  await context.route(
    (url) => url.hostname !== "127.0.0.1",
    (route) => route.fulfill({ contentType: "text/html", body: "<title>elsewhere</title>" }),
  );
}

export { expect };

// The page of an article: its table of contents, the parts around it, print, narrow screens, any picture.

import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import type { Article } from "../../src/content";
import { contrast } from "./contrast";
import { content, expect, inFaces, test, topOf as top } from "./site";

const { articles } = content;
const sections = (article: Article) => article.headings.filter(({ level }) => level === 2);
const most = (of: (article: Article) => number) => articles.reduce((a, b) => (of(b) > of(a) ? b : a));

const long = most(({ minutes }) => minutes);
const short = most((article) => (sections(article).length > 0 ? -article.words : Number.NEGATIVE_INFINITY));
const withTable = most(({ body }) =>
  Math.max(0, ...body.map((node) => (node.type === "table" ? node.header.length : 0))),
);
const withReferences = most(({ matter }) => matter.references.length);

const contents = (page: Page) =>
  page.getByRole("navigation", { name: content.site.articles.contents_heading });

test("the table of contents leads to its sections and marks the one that is read", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(long.route);
  const mark = (link: Locator) =>
    link.evaluate((element) => getComputedStyle(element).borderInlineStartColor);
  const links = contents(page).getByRole("link");
  await links.nth(3).click();
  await expect(page).toHaveURL(`${long.route}#${sections(long)[3]?.id}`);
  const heading = await top(page.locator(`[id="${sections(long)[3]?.id}"]`));
  expect(heading).toBeGreaterThan(0);
  expect(heading).toBeLessThan(100);
  await expect.poll(async () => (await mark(links.nth(3))) !== (await mark(links.nth(2)))).toBe(true);
  expect(await mark(links.nth(4))).toBe(await mark(links.nth(2)));
});

for (const { width, height, highest } of [
  { width: 1440, height: 900, highest: 620 },
  { width: 1024, height: 768, highest: 560 },
]) {
  test(`an article is read from the first view, below a picture that nothing covers (${width} x ${height})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    for (const article of articles) {
      await page.goto(article.route);
      await inFaces(page);
      const picture = await page.locator(".article-picture").boundingBox();
      const pictureEnd = (picture?.y ?? 0) + (picture?.height ?? 0);
      expect(pictureEnd, article.route).toBeGreaterThan(0);
      expect(await top(page.locator(".article-hero > .article-panel")), article.route).toBeGreaterThanOrEqual(
        Math.floor(pictureEnd),
      );
      const words = page.locator(".article-body > :first-child");
      expect(await top(words), article.route).toBeLessThanOrEqual(highest);
    }
  });
}

test("the author's portrait is small, on paper too", async ({ page }) => {
  await page.goto(long.route);
  const portrait = page.locator(".author img");
  const longest = async () => {
    const box = await portrait.boundingBox();
    return Math.max(box?.width ?? 0, box?.height ?? 0);
  };
  expect(await longest()).toBeGreaterThan(0);
  expect(await longest()).toBeLessThanOrEqual(64);
  await page.emulateMedia({ media: "print" });
  // 4 cm are 151 px.
  expect(await longest()).toBeLessThanOrEqual(151);
});

test("a heading is named by its words alone, and they lead to it", async ({ page }) => {
  await page.goto(short.route);
  const [section] = sections(short);
  const heading = page.getByRole("heading", { name: section?.text ?? "", exact: true, level: 2 });
  const sign = () => heading.getByRole("link").evaluate((link) => getComputedStyle(link, "::before").opacity);
  expect(await sign()).toBe("0");
  await heading.getByRole("link").focus();
  expect(await sign()).toBe("1");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${short.route}#${section?.id}`);
});

test("a table that is too wide scrolls in itself, is a tab stop there alone, and pushes nothing sideways", async ({
  page,
}) => {
  const tables = page.getByRole("region", { name: /^Table: / });
  const width = (minimum: string) =>
    page
      .getByRole("cell")
      .first()
      .evaluate((cell, minimum) => {
        cell.style.minWidth = minimum;
      }, minimum);
  await page.setViewportSize({ width: 1440, height: 700 });
  await page.goto(withTable.route);
  await inFaces(page);
  await expect(tables).toHaveCount(0);
  await width("100rem");
  await expect(tables).toHaveAttribute("tabindex", "0");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440);
  await tables.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => tables.evaluate((region) => region.scrollLeft)).toBeGreaterThan(0);
  await width("");
  await expect(page.locator(".table[tabindex]")).toHaveCount(0);
});

test("lines are 60 to 75 letters long where the screen allows", async ({ page }) => {
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(long.route);
    const letters = await page.evaluate(lettersInALine);
    expect(letters, `${width} px`).toBeGreaterThanOrEqual(60);
    expect(letters, `${width} px`).toBeLessThanOrEqual(75);
  }
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`on paper an article is its title, its words and its references (${colorScheme})`, {
    tag: "@print",
  }, async ({ page }) => {
    await page.goto(withReferences.route);
    await page.emulateMedia({ media: "print", colorScheme });
    for (const shown of ["h1", ".article-hero .byline", ".article-body", ".references"]) {
      await expect(page.locator(shown)).toBeVisible();
    }
    await expect(
      page.locator("nav, .button, .back-link, .article-picture, .related").locator("visible=true"),
    ).toHaveCount(0);
    await expect(page.locator("footer").getByText(content.site.contact.phone)).toBeVisible();
    await expect(page.locator("footer address")).toBeVisible();
    const addresses = await page
      .locator(".references a")
      .evaluateAll((links) => links.map((link) => getComputedStyle(link, "::after").content));
    expect(addresses).toEqual(withReferences.matter.references.map(({ url }) => `" (${url})"`));
    const inks = await page
      .locator("h1, .article-body > p")
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
    expect(new Set(inks)).toEqual(new Set(["rgb(0, 0, 0)"]));
    expect(
      await page.locator(".article-hero").evaluate((hero) => hero.getBoundingClientRect().height),
    ).toBeLessThan(260);
  });

  for (const width of [360, 1440]) {
    test(`the title can be read over the lightest picture (${colorScheme}, ${width} px)`, async ({
      page,
    }) => {
      await page.route(/\/assets\/.*\.(svg|avif|webp|jpg|png)$/, (route) =>
        route.fulfill({
          contentType: "image/svg+xml",
          body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><path fill="#fff" d="M0 0h16v9H0z"/></svg>',
        }),
      );
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.goto(long.route);
      const words = page.locator(".article-hero").locator("h1, .eyebrow, .byline, .back-link");
      for (const word of await words.all()) {
        const ink = await word.evaluate((element) => getComputedStyle(element).color);
        expect(contrast(ink, await lightestBehind(word)), await word.innerText()).toBeGreaterThanOrEqual(7);
      }
    });
  }
}

/** The gray that is as light as the lightest point behind an element, without its words. */
async function lightestBehind(word: Locator): Promise<string> {
  await word.evaluate((element) => {
    for (const part of [element, ...element.querySelectorAll<HTMLElement>("*")] as HTMLElement[])
      part.style.color = "transparent";
  });
  const gray = await sharp(await word.screenshot())
    .greyscale()
    .toBuffer();
  const { channels } = await sharp(gray).stats();
  return `rgb(${channels.map(({ max }) => max).slice(0, 3)})`;
}

/** Counts the letters of the middle one of an article's full lines. Runs in the page. */
function lettersInALine(): number {
  const full: number[] = [];
  for (const paragraph of document.querySelectorAll(".article-body > p:not([class], :first-child)")) {
    const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    let line = Number.NaN;
    let letters = 0;
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      for (let at = 0; at < (text.nodeValue ?? "").length; at += 1) {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const { bottom = line } = range.getClientRects()[0] ?? {};
        if (bottom > line + 8) {
          full.push(letters);
          letters = 0;
        }
        line = bottom;
        letters += 1;
      }
    }
  }
  return full.sort((a, b) => a - b)[Math.floor(full.length / 2)] ?? 0;
}

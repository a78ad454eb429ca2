import { test as base, type Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { blockOf, content, expect, heldBack, inFaces, started, test, topOf } from "./site";

const { all_label, reset_label, empty } = blockOf("/blog", "article_list");
const all = content.articles.length;
const economy = content.articles.filter(({ matter }) => matter.category === "Economy").length;

const shown = (page: Page) => page.locator("[data-articles] > li:visible");
const chip = (page: Page, name: string) =>
  page.locator(".article_filter").getByRole("button", { name, exact: true });

test("an empty category says so, and its button leads back to all", async ({ page }) => {
  await page.route("**/blog", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/(?<=<li [^>]*data-category=")Economy/g, "another");
    await route.fulfill({ response, body });
  });
  await page.goto("/blog");
  await started(page, "article_filter");
  await expect(page.getByText(empty)).toBeHidden();
  await chip(page, "Economy").click();
  await expect(page.getByText(empty)).toBeVisible();
  await expect(page.getByRole("heading", { name: "0 articles found" })).toBeVisible();
  await expect(shown(page)).toHaveCount(0);
  await expectAccessible(page, [360, 1440], ".article_list");
  await page.getByRole("button", { name: reset_label }).click();
  await expect(page.getByText(empty)).toBeHidden();
  await expect(shown(page)).toHaveCount(all);
  await expect(chip(page, all_label)).toHaveAttribute("aria-pressed", "true");
  await expect(chip(page, all_label), "the button that had the focus is gone").toBeFocused();
  await expect(page).toHaveURL("/blog");
});

test("an address with an unknown category opens all, and says that there is none", async ({ page }) => {
  const none = page.getByRole("heading", { name: "There is no such category" });
  await page.goto("/blog?category=");
  await started(page, "article_filter");
  await expect(none).toBeHidden();
  for (const unknown of ["economy", "<script>"]) {
    await page.goto(`/blog?category=${encodeURIComponent(unknown)}`);
    await started(page, "article_filter");
    await expect(shown(page), unknown).toHaveCount(all);
    await expect(chip(page, all_label)).toHaveAttribute("aria-pressed", "true");
    await expect(none).toBeVisible();
    await expect(page.getByText(empty)).toBeHidden();
  }
  await chip(page, all_label).click();
  await expect(none).toBeHidden();
});

base("a click before any script has arrived is not lost", async ({ page }) => {
  const arrive = await heldBack(page, /\/assets\/.*\.js/);
  await page.goto("/blog", { waitUntil: "commit" });
  await page.locator(".filter-chip", { hasText: "Economy" }).click({ noWaitAfter: true });
  arrive();
  await expect(shown(page)).toHaveCount(economy);
  await expect(chip(page, "Economy")).toHaveAttribute("aria-pressed", "true");
});

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`the first article is in the first view (${width} x ${height})`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/blog");
    await inFaces(page);
    const title = shown(page).first().getByRole("heading");
    expect(await topOf(title)).toBeLessThan(height);
  });
}

test("excerpts begin on one line in each row of cards, and so do dates", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/blog");
  await inFaces(page);
  for (const part of [".excerpt", ".byline"]) {
    const tops = await page
      .locator(`.article-card ${part}`)
      .evaluateAll((parts) => parts.slice(0, 3).map((each) => Math.round(each.getBoundingClientRect().top)));
    expect(tops).toHaveLength(3);
    expect(new Set(tops).size, part).toBe(1);
  }
});

test("on phones a card is a row: a small drawing, and beside it category, title and date", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/blog");
  await inFaces(page);
  const card = shown(page).first();
  const drawing = await card.locator("img").boundingBox();
  const title = await card.getByRole("heading").boundingBox();
  expect(drawing?.width).toBeLessThanOrEqual(80);
  expect(title?.x).toBeGreaterThan((drawing?.x ?? 0) + (drawing?.width ?? 0));
  expect(title?.y).toBeLessThan((drawing?.y ?? 0) + (drawing?.height ?? 0));
  await expect(card.locator(".excerpt")).toBeHidden();
  await expect(card.locator(".byline")).toBeVisible();
});

const index = blockOf("/blog", "subject_index");
const [[subject = "", subjectTitle = ""] = []] = Object.entries(content.subjects);
const onSubject = content.articles.filter(({ matter }) => matter.subjects.includes(subject));
const entry = (page: Page) => page.locator(`#${subject}`);
const toIndex = (page: Page) => page.locator(".article_filter .filter-to-index");

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? "with" : "without"} scripts`, () => {
    test.use({ javaScriptEnabled });

    test("a link beside the categories leads to the index, which lists each subject's articles", async ({
      page,
    }) => {
      await page.goto("/blog");
      await toIndex(page).click();
      await expect(page).toHaveURL(`/blog#${index.id}`);
      await expect(page.getByRole("heading", { name: index.heading, exact: true })).toBeInViewport();
      const links = entry(page).locator(".subject-articles").getByRole("link");
      await expect(links).toHaveText(onSubject.map(({ matter }) => matter.title));
      await links.first().click();
      await expect(page).toHaveURL(onSubject[0]?.route ?? "");
    });

    test("on phones a subject shows its articles once it is chosen, or led to", async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto("/blog");
      const links = entry(page).locator(".subject-articles").getByRole("link");
      await expect(links.first()).toBeHidden();
      await entry(page).getByRole("link", { name: subjectTitle }).click();
      await expect(links).toHaveCount(onSubject.length);
      await expect(links.first()).toBeInViewport();
      await page.goto("/faq");
      await page.goto(`/blog#${subject}`);
      await expect(links.first()).toBeInViewport();
      await expect(page.locator(".subject-articles:visible")).toHaveCount(1);
    });
  });
}

test("the index covers all articles while a category is chosen, and says so", async ({ page }) => {
  await page.goto("/blog?category=Economy");
  await started(page, "article_filter");
  await expect(shown(page)).toHaveCount(economy);
  await expect(page.locator(".subject_index .block-heading > p")).toBeVisible();
  for (const { route } of content.articles)
    await expect(page.locator(`.subject-articles a[href="${route}"]`).first()).toBeVisible();
});

// The questions: collapsed in a narrow window, and open when a link leads to one.

import { createServer } from "node:http";
import type { Page } from "@playwright/test";
import { portOf } from "../engines/gate";
import { blockOf, expect, test } from "./site";

const { categories, labels } = blockOf("/faq", "faq");
const questions = categories.flatMap((category) => category.questions);
const narrow = { width: 390, height: 844 };
const button = (page: Page) => page.locator(".faq-toggle > button");
const open = (page: Page) => page.locator(".faq-question[open]");

/** Expects only these questions to be open, by anchor. */
async function expectOpen(page: Page, ids: (string | null)[]): Promise<void> {
  await expect
    .poll(() => open(page).evaluateAll((all) => all.map(({ id }) => id)), { message: page.url() })
    .toEqual(ids);
}

test("every question has an anchor of its own, and its heading", async ({ page }) => {
  await page.goto("/faq");
  const ids = questions.map(({ id }) => id);
  expect(new Set(ids).size).toBe(questions.length);
  expect(ids).not.toContain(null);
  for (const { id, question } of questions)
    await expect(page.locator(`[id="${id}"]`).getByRole("heading", { level: 3 })).toHaveText(question);
});

test("a wide window has all answers open, and no button", async ({ page }) => {
  await page.goto("/faq");
  await expect(open(page)).toHaveCount(questions.length);
  await expect(button(page)).toBeHidden();
});

test("a narrow window has the first question in view, folded; the button opens all, and folds them", async ({
  page,
}) => {
  await page.setViewportSize(narrow);
  await page.goto("/faq");
  await expectOpen(page, []);
  await expect(page.locator(".faq-question").first()).toBeInViewport({ ratio: 1 });
  for (const [name, count] of [
    [labels.open, questions.length],
    [labels.fold, 0],
    [labels.open, questions.length],
  ] as const) {
    await page.getByRole("button", { name, exact: true }).press("Enter");
    await expect(open(page)).toHaveCount(count);
    await expect(button(page)).toBeFocused();
  }
});

test("the button says what it does when answers are opened one by one", async ({ page }) => {
  await page.setViewportSize(narrow);
  await page.goto("/faq");
  for (const summary of await page.locator(".faq-question > summary").all()) await summary.press("Enter");
  await expect(button(page)).toHaveText(labels.fold);
  await page.locator(".faq-question > summary").last().press("Enter");
  await expect(button(page)).toHaveText(labels.open);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false, viewport: narrow });

  test("all answers are open, and there is no button", async ({ page }) => {
    await page.goto("/faq");
    await expect(open(page)).toHaveCount(questions.length);
    await expect(button(page)).toBeHidden();
    await expect(page.locator(".faq-index")).toBeVisible();
  });
});

test("an address opens its question, or the questions of its category, at once and later", async ({
  page,
}) => {
  await page.setViewportSize(narrow);
  const last = categories.at(-1);
  const [first] = questions;
  const lastIds = last?.questions.map(({ id }) => id) ?? [];
  await page.goto(`/faq#${first?.id}`);
  await expectOpen(page, [first?.id ?? null]);
  await page.evaluate((id) => {
    location.hash = `#${id}`;
  }, last?.id);
  await expectOpen(page, [first?.id ?? null, ...lastIds]);
  await page.goto("/");
  await page.goto(`/faq#${last?.id}`);
  await expectOpen(page, lastIds);
  await expect(page.locator(`[id="${last?.id}"] h2`)).toBeInViewport();
});

test("the skip link opens nothing", async ({ page }) => {
  await page.setViewportSize(narrow);
  await page.goto("/faq");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#main$/);
  await expectOpen(page, []);
});

test("a search in the page opens what it finds", async ({ page }) => {
  await page.setViewportSize(narrow);
  await page.goto("/faq#:~:text=We%20listen");
  await expectOpen(page, ["first-meeting"]);
});

test("where a search finds nothing in folded answers, its keys open them", async ({ page }) => {
  await page.setViewportSize(narrow);
  await page.addInitScript(() => Reflect.deleteProperty(HTMLElement.prototype, "onbeforematch"));
  await page.goto("/faq");
  await expectOpen(page, []);
  await page.keyboard.press("Control+f");
  await expect(open(page)).toHaveCount(questions.length);
});

test("on paper all answers are open, and afterwards as they were", { tag: "@print" }, async ({ page }) => {
  await page.setViewportSize(narrow);
  await page.goto("/faq#first-meeting");
  await expectOpen(page, ["first-meeting"]);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expect(open(page)).toHaveCount(questions.length);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expectOpen(page, ["first-meeting"]);
  // An engine with ::details-content shows them without the print events.
  await page.emulateMedia({ media: "print" });
  for (const answer of await page.locator(".faq-question > .prose").all())
    expect(await answer.evaluate((element) => element.getBoundingClientRect().height)).toBeGreaterThan(0);
  await expect(button(page)).toBeHidden();
  await expect(page.locator(".faq-index")).toBeHidden();
});

test("a page that arrives in pieces never shows an answer and folds it then", async ({ page, baseURL }) => {
  const html = await (await fetch(`${baseURL}/faq`)).text();
  const pieces = html.split(/(?<=<\/summary>)/);
  const server = createServer(async ({ url = "" }, response) => {
    // The page may send a request after the test, when Playwright's own requests fail.
    const answer = await fetch(baseURL + url);
    response.setHeader("content-type", answer.headers.get("content-type") ?? "");
    if (url !== "/faq") return response.end(Buffer.from(await answer.arrayBuffer()));
    for (const piece of pieces) {
      response.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return response.end();
  });
  const port = await portOf(server);
  await page.setViewportSize(narrow);
  await page.addInitScript(() => {
    const counts = { frames: 0, open: 0 };
    Object.assign(window, { counts });
    const count = () => {
      if (document.querySelector(".faq-question")) counts.frames += 1;
      if (document.querySelector(".faq-question[open]")) counts.open += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  await page.goto(`http://127.0.0.1:${port}/faq`);
  const counts = await page.evaluate(() => (window as never as { counts: Record<string, number> }).counts);
  server.close();
  expect(counts.frames, "frames in which there is a question").toBeGreaterThan(2);
  expect(counts.open, "frames in which one is open").toBe(0);
});

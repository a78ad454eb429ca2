// The faults that an editor's words and pictures could cause on any page. Tests in accessible.spec.ts cover each part at
// each width and in each color on the fixture site; `--long` tests that neighbors don't change the colors.

import { test as base, type Page } from "@playwright/test";
import { contentAt, readCompiled } from "../../scripts/compiled";
import { expectAccessibleColors, expectAccessibleMarkup } from "./axe";
import { errorsOf, everyPicture, expect, sticksOut, styled } from "./site";

const content = contentAt(readCompiled());
const pages = content.pages.map(({ route }) => route);
const articles = content.articles.map(({ route }) => route);

interface Visit {
  page: Page;
  errors: string[];
  /** The addresses that the page requested from third parties. */
  foreign: string[];
}

/** Creating a browser's page takes as long as loading one of the site's, so all tests share one. */
const test = base.extend<object, { visit: Visit }>({
  visit: [
    async ({ browser }, use) => {
      const baseURL = process.env.SITE_URL ?? "";
      const page = await browser.newPage({ baseURL, reducedMotion: "reduce" });
      const foreign: string[] = [];
      page.on("request", (request) => {
        if (new URL(request.url()).origin !== baseURL) foreign.push(request.url());
      });
      await use({ page, errors: errorsOf(page), foreign });
      await page.context().close();
    },
    { scope: "worker" },
  ],
});

for (const route of [...pages, ...articles]) {
  test(`every page: ${route}`, { tag: ["@axe", "@zoom"] }, async ({ visit: { page, errors, foreign } }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    const response = await page.goto(route === "/404" ? "/no-such-page" : route);
    expect(response?.status()).toBe(route === "/404" ? 404 : 200);
    expect(await page.title()).toContain(content.site.name);
    await settled(page);
    await test.step("a window of 320 px, which is 1280 px at 400%", async () => {
      expect(await sticksOut(page)).toEqual([]);
    });
    await test.step("axe", async () => {
      // Editors compose pages of blocks; on articles, everything around the words is the same.
      await expectAccessibleMarkup(page, articles.includes(route) ? "main" : "html");
    });
    await test.step("what it leaves behind", () => traces(page));
    expect(errors.splice(0)).toEqual([]);
    expect(foreign.splice(0), "requests to third parties").toEqual([]);
  });
}

for (const route of pages) {
  // Each block brings its own background, so that its colors are the same as on the fixture site.
  test(`the colors of every page: ${route}`, { tag: "@long" }, async ({ visit: { page } }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(route === "/404" ? "/no-such-page" : route);
    await expectAccessibleColors(page);
  });
}

for (const route of [...pages, ...articles]) {
  test(`every page at 240 px, and as a PDF: ${route}`, { tag: "@long" }, async ({ visit: { page } }) => {
    await page.setViewportSize({ width: 240, height: 320 });
    await page.goto(route === "/404" ? "/no-such-page" : route);
    await settled(page);
    expect(await sticksOut(page)).toEqual([]);

    await page.emulateMedia({ media: "print" });
    const headings = await page.evaluate(() =>
      [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
        .filter((heading) => heading.checkVisibility({ visibilityProperty: true }))
        .map(({ tagName }) => `/S /${tagName}`),
    );
    // A tagged PDF names the elements that a screen reader goes through, as Chromium's own "Save as PDF" does.
    const pdf = (await page.pdf({ format: "Letter", tagged: true })).toString("latin1");
    await page.emulateMedia({ media: null });
    expect(pdf).toContain("/StructTreeRoot");
    expect(pdf).toContain("/Lang (en)");
    expect(pdf.match(/\/S \/H\d/g)).toEqual(headings);
  });
}

/** Waits until everything that a page loads without a visitor's action has arrived and run. */
async function settled(page: Page): Promise<void> {
  await styled(page);
  // The runtime does this last, once the fonts have loaded.
  await expect(page.locator("link[rel=preload][href*='/social-']")).toBeAttached();
  const waiting = "[data-island]:is([data-trigger=load], [data-trigger=idle]):not([data-started])";
  await expect(page.locator(waiting)).toHaveCount(0);
}

/** Expects nothing that could be sent or remembered, and no duplicate id. */
async function traces(page: Page): Promise<void> {
  // A missing picture is an error in the console.
  await everyPicture(page);
  const left = await page.evaluate(async () => {
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    const found = {
      idsThatAreThereTwice: ids.filter((id, at) => ids.indexOf(id) !== at).join(" "),
      forms: document.forms.length,
      stored: localStorage.length + sessionStorage.length,
      databases: (await indexedDB.databases()).length,
      caches: "caches" in window ? (await caches.keys()).length : 0,
      workers: "serviceWorker" in navigator ? (await navigator.serviceWorker.getRegistrations()).length : 0,
    };
    return Object.entries(found).filter(([, what]) => what);
  });
  expect(left).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
}

test("the sitemap names these pages, but those that ask not to be found", async ({ request }) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const named = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) =>
    new URL(address).pathname.replace(/(.)\/$/, "$1"),
  );
  const hidden = content.pages.filter(({ meta }) => meta.noindex).map(({ route }) => route);
  const wanted = [...pages, ...articles].filter((route) => !hidden.includes(route));
  expect(named.toSorted()).toEqual(wanted.toSorted());
});

// What holds on every page of the site, whatever its editors write. Each page is loaded once, and then looked at in many
// ways.

import type { Page } from "@playwright/test";
import { readCompiled } from "../../scripts/compiled.mjs";
import { expectAccessibleEverywhere } from "./axe";
import { expect, sticksOut, test } from "./site";

const { content } = readCompiled();
const routes = [...content.pages, ...content.articles].map(({ route }) => route);

for (const route of routes) {
  test(`every page: ${route}`, async ({ page, baseURL }) => {
    const foreign: string[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).origin !== baseURL) foreign.push(request.url());
    });
    await page.setViewportSize({ width: 320, height: 800 });
    const response = await page.goto(route === "/404" ? "/no-such-page" : route);
    expect(response?.status()).toBe(route === "/404" ? 404 : 200);
    await test.step("its frame", () => frame(page));
    await test.step("a window of 320 px, which is 1280 px at 400 %", async () => {
      expect(await sticksOut(page)).toEqual([]);
    });
    await test.step("its targets", () => targets(page));
    await test.step("axe", () => expectAccessibleEverywhere(page, widthsFor(route)));
    await test.step("what it leaves behind", () => traces(page));
    expect(foreign, "requests to third parties").toEqual([]);
  });
}

const widths = [360, 768, 1440];

/** Articles are made of the same parts: each is looked at in one width, in turn, and the first of them in all. */
function widthsFor(route: string): readonly number[] {
  const at = content.articles.findIndex((article) => article.route === route);
  return at < 1 ? widths : widths.slice(at % 3, (at % 3) + 1);
}

async function frame(page: Page): Promise<void> {
  expect(await page.title()).toContain(content.site.name);
  const ids = await page.evaluate(() => [...document.querySelectorAll("[id]")].map(({ id }) => id));
  expect(ids, "no id is there twice").toEqual([...new Set(ids)]);
}

/** A target is 24 px high and wide, or a circle of 24 px around it holds no other; a link within a sentence is excused. */
async function targets(page: Page): Promise<void> {
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const small = await page.evaluate(() => {
      const all = [
        ...document.querySelectorAll<HTMLElement>("a[href], button, input, summary, [tabindex='0']"),
      ]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => ({ element, box: element.getBoundingClientRect() }));
      const inSentence = (element: HTMLElement) => {
        if (getComputedStyle(element).display !== "inline") return false;
        const around = [...(element.parentElement?.childNodes ?? [])];
        return around.some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      };
      const middle = ({ left, right, top, bottom }: DOMRect) =>
        [(left + right) / 2, (top + bottom) / 2] as const;
      return all
        .filter(({ box }) => box.width < 24 || box.height < 24)
        .filter(({ element }) => !inSentence(element) && !element.matches(".skip-link"))
        .filter(({ element, box }) => {
          const [x, y] = middle(box);
          return all.some(({ element: other, box: near }) => {
            if (other === element || other.contains(element) || element.contains(other)) return false;
            const dx = Math.max(near.left - x, 0, x - near.right);
            const dy = Math.max(near.top - y, 0, y - near.bottom);
            return Math.hypot(dx, dy) < 12;
          });
        })
        .map(({ element, box }) => `${element.outerHTML.slice(0, 120)} ${box.width} x ${box.height}`);
    });
    expect(small, `targets that are too small at ${width} px`).toEqual([]);
  }
}

/** Nothing that could be sent or remembered. */
async function traces(page: Page): Promise<void> {
  // What is lazy must have had its chance to ask for something.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.waitForLoadState("networkidle");
  const left = await page.evaluate(async () => ({
    forms: document.forms.length,
    cookies: document.cookie,
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
    caches: "caches" in window ? (await caches.keys()).length : 0,
    workers: "serviceWorker" in navigator ? (await navigator.serviceWorker.getRegistrations()).length : 0,
  }));
  expect(left).toEqual({
    forms: 0,
    cookies: "",
    local: 0,
    session: 0,
    databases: 0,
    caches: 0,
    workers: 0,
  });
  expect(await page.context().cookies()).toEqual([]);
}

test("the sitemap names these pages, but those that ask not to be found", async ({ request }) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const named = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) =>
    new URL(address).pathname.replace(/(.)\/$/, "$1"),
  );
  const hidden = content.pages.filter(({ meta }) => meta.noindex).map(({ route }) => route);
  expect(named.toSorted()).toEqual(routes.filter((route) => !hidden.includes(route)).toSorted());
});

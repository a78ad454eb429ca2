import type { Page } from "@playwright/test";
import {
  answerOthers,
  content,
  expect,
  frames,
  heldBack,
  hide,
  inFaces,
  opensInATab,
  started,
  test,
} from "./site";

const { header, external } = content.site;
const links = [
  ...header.navigation.flatMap(({ href, submenu }) => (href ? [href] : submenu.map(({ href }) => href))),
  ...header.client_resources.map((name) => ({ href: external[name]?.href ?? "" })),
].map(({ href }) => href);

test.use({ viewport: { width: 360, height: 700 } });

const panel = (page: Page) => page.locator("#site-panel");
const opener = (page: Page) => page.locator(".panel-opener");
const scrolled = (page: Page) => page.evaluate(() => scrollY);

async function open(page: Page): Promise<void> {
  await opener(page).click();
  await expect(panel(page)).toBeVisible();
  await started(page, "site_menus");
}

test("the panel holds every link of the header", async ({ page }) => {
  await page.goto("/about");
  const hrefs = (part: string) =>
    page.locator(part).evaluateAll((all) => all.map((a) => a.getAttribute("href")));
  expect(await hrefs(".site-nav a")).toEqual(links);
  expect(await hrefs("#site-panel a")).toEqual([header.action.href.href, ...links]);
  await expect(page.locator(".site-nav")).toBeHidden();
  await open(page);
  const box = await panel(page).boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0), "on the right").toBe(360);
  expect(box?.x, "a strip of the page stays in sight").toBeGreaterThanOrEqual(40);
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
});

test("what the site is for is in view in the panel, below its button", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/about");
  await open(page);
  const [closer, action] = await Promise.all(
    [".panel-closer", "a.button"].map((part) => panel(page).locator(part).boundingBox()),
  );
  expect(action?.y).toBeGreaterThanOrEqual((closer?.y ?? 0) + (closer?.height ?? 0));
  expect((action?.y ?? 844) + (action?.height ?? 0)).toBeLessThan(200);
});

test("choosing a client resource opens a new tab and closes it", async ({ page, context }) => {
  await answerOthers(context);
  await page.goto("/about");
  await open(page);
  const { label = "", href = "" } = external[header.client_resources[0] ?? ""] ?? {};
  await opensInATab(page, panel(page).getByRole("link", { name: label }), href);
  await expect(panel(page)).toBeHidden();
  await expect(page).toHaveURL("/about");
});

test("the page behind does not scroll by wheel or keys", async ({ page }) => {
  await page.goto("/about");
  await inFaces(page);
  await page.evaluate(() => scrollTo(0, 300));
  await opener(page).evaluate((button: HTMLElement) => button.click());
  await started(page, "site_menus");
  for (const x of [10, 310]) {
    await page.mouse.move(x, 400);
    for (const by of [4000, 4000, -8000, -8000]) await page.mouse.wheel(0, by);
  }
  for (const key of ["PageDown", "End", "Home"]) await page.keyboard.press(key);
  await frames(page);
  expect(await scrolled(page)).toBe(300);
  await page.keyboard.press("Escape");
  await page.mouse.wheel(0, 200);
  await expect.poll(() => scrolled(page), "afterwards it does").toBeGreaterThan(300);
});

test("the page behind does not scroll though the panel's styles have yet to come", async ({ page }) => {
  await heldBack(page, "**/late*.css");
  await page.goto("/about", { waitUntil: "domcontentloaded" });
  await opener(page).click();
  await expect(panel(page)).toBeVisible();
  await page.mouse.move(10, 400);
  await page.mouse.wheel(0, 400);
  await frames(page);
  expect(await scrolled(page)).toBe(0);
});

test("it opens at the right, as high as the window, before its late styles are there", async ({ page }) => {
  await heldBack(page, "**/late*.css");
  await page.goto("/about", { waitUntil: "domcontentloaded" });
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 700 });
    await opener(page).click();
    const box = await panel(page).boundingBox();
    expect([box?.y, box?.height, (box?.x ?? 0) + (box?.width ?? 0)]).toEqual([0, 700, width]);
    expect(box?.x, "a strip of the page stays in sight").toBeGreaterThanOrEqual(40);
    await page.keyboard.press("Escape");
  }
});

test("a panel that was open before the script arrived is brought to life", async ({ page }) => {
  const arrives = await heldBack(page, "**/runtime*.js");
  await page.goto("/about", { waitUntil: "domcontentloaded" });
  await opener(page).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".panel-closer")).toBeFocused();
  arrives();
  await started(page, "site_menus");
});

for (const [how, change] of [
  ["hides", (page: Page) => hide(page, "#site-panel")],
  ["makes invisible", (page: Page) => hide(page, "#site-panel", "visibility: hidden")],
  ["removes", (page: Page) => panel(page).evaluate((element) => element.remove())],
] as const) {
  test(`the page behind a panel that an extension ${how} can be used`, async ({ page }) => {
    await page.goto("/about");
    await open(page);
    await change(page);
    await expect(page.locator("[inert], :popover-open")).toHaveCount(0);
    await page.locator(".brand").first().click({ trial: true });
    await expect(page.locator("html")).not.toHaveCSS("overflow", "hidden");
    await opener(page).click();
    await expect(page.locator("[inert], :popover-open")).toHaveCount(0);
  });
}

test.describe("by touch", () => {
  test.use({ viewport: { width: 360, height: 500 }, hasTouch: true, isMobile: true });

  /** Swipes a finger upwards from the given place. */
  async function wipe(page: Page, x: number, from: number): Promise<void> {
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
      devtools.send("Input.dispatchTouchEvent", { type, touchPoints: y === undefined ? [] : [{ x, y }] });
    await touch("touchStart", from);
    for (let y = from - 10; y > from - 300; y -= 20) {
      await touch("touchMove", y);
      await frames(page, 1);
    }
    await touch("touchEnd");
    // After a swipe, the page scrolls on.
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("html, #site-panel")].map((one) => one.scrollTop).join(),
      );
    await frames(page);
    for (let last = ""; last !== (await places()); await frames(page)) last = await places();
  }

  test("the panel scrolls and the page behind does not", async ({ page }) => {
    await page.goto("/about");
    await inFaces(page);
    await wipe(page, 200, 400);
    const before = await scrolled(page);
    expect(before, "the gesture does scroll").toBeGreaterThan(100);
    await opener(page).evaluate((button: HTMLElement) => button.click());
    await started(page, "site_menus");
    await wipe(page, 10, 400);
    await wipe(page, 200, 400);
    await wipe(page, 200, 400);
    expect(await panel(page).evaluate((element) => element.scrollTop)).toBeGreaterThan(100);
    expect(await scrolled(page)).toBe(before);
  });
});

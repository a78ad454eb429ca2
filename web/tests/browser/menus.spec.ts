// The header's menus: by keyboard, mouse and touch, and without their script.

import { test as base, type Page } from "@playwright/test";
import { content, expect, frames, heldBack, pausedClock, started, test } from "./site";

const { header, external } = content.site;
const menus = ["services", "about", "client-resources"] as const;
type Menu = (typeof menus)[number];
/** One of the site's own pages, and one of other sites. */
const [services, , resources] = menus;
const names = header.client_resources.map((key) => external[key]?.label ?? "");

const opener = (page: Page, menu: Menu) => page.locator(`[popovertarget=menu-${menu}]`);
const menuOf = (page: Page, menu: Menu) => page.locator(`#menu-${menu}`);
const link = (page: Page, menu: Menu, at: number) => menuOf(page, menu).getByRole("link").nth(at);
const shown = (page: Page, menu: Menu, note?: string) => expect(menuOf(page, menu), note).toBeVisible();
const closed = (page: Page, menu: Menu, note?: string) => expect(menuOf(page, menu), note).toBeHidden();
const focused = (page: Page, menu: Menu, at: number, note?: string) =>
  expect(link(page, menu, at), note).toBeFocused();

/** Moves the mouse into the middle of an element; Playwright's hover waits for the clock. */
async function rest(page: Page, on: ReturnType<typeof opener>): Promise<void> {
  const box = await on.boundingBox();
  if (!box) throw new Error("expected an element in sight");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
}

const away = (page: Page) => page.mouse.move(700, 600);

test.describe("type-ahead", () => {
  // The last link, by its first letter, and by a word that begins with another link's letter.
  const last = names.length - 1;
  const letter = (at: number) => (names[at] ?? "").slice(0, 1);

  test.beforeEach(async ({ page }) => {
    await pausedClock(page, "/about");
    await opener(page, resources).focus();
    await started(page, "site_menus");
    await page.keyboard.press("ArrowDown");
    await focused(page, resources, 0);
  });

  test("letters typed within a second are one word", async ({ page }) => {
    for (const typed of names[2]?.toLowerCase().slice(0, 6) ?? "") {
      await page.keyboard.press(typed === " " ? "Space" : typed);
      await page.clock.runFor(1000);
      await focused(page, resources, 2);
    }
    // No link's name begins with these two letters together, so the focus stays.
    for (const [after, at] of [
      [999, 0],
      [1000, 0],
      [1001, last],
    ] as const) {
      await page.keyboard.press("Home");
      await page.clock.runFor(5000);
      await page.keyboard.press(letter(0));
      await page.clock.runFor(after);
      await page.keyboard.press(letter(last));
      await focused(page, resources, at, `${after} ms`);
    }
  });

  test("the same letter again leads to the next of its links; the browser's keys stay its own", async ({
    page,
  }) => {
    await page.keyboard.press(`Control+${letter(last)}`);
    await focused(page, resources, 0);
    await menuOf(page, resources)
      .getByRole("link")
      .evaluateAll((all) => {
        for (const a of all) a.prepend("Same ");
      });
    for (const at of [1, 2, 3, 0]) {
      await page.keyboard.press("s");
      await focused(page, resources, at);
    }
  });
});

test.describe("by mouse", () => {
  test.beforeEach(async ({ page }) => {
    await pausedClock(page, "/about");
    await page.locator(".site-header .brand").hover();
    await started(page, "site_menus");
  });

  /** Opens a menu by resting the mouse on its button. */
  async function hover(page: Page, menu: Menu): Promise<void> {
    await rest(page, opener(page, menu));
    await page.clock.runFor(100);
    await shown(page, menu);
  }

  test("a menu opens after 100 ms on its button, and closes 300 ms after the mouse has left", async ({
    page,
  }) => {
    for (const menu of menus) {
      await rest(page, opener(page, menu));
      await page.clock.runFor(99);
      await closed(page, menu);
      await page.clock.runFor(1);
      await shown(page, menu);
    }
    await closed(page, services, "one menu at a time");
    await away(page);
    await page.clock.runFor(299);
    await shown(page, resources);
    await page.clock.runFor(1);
    await closed(page, resources);
    await rest(page, opener(page, services));
    await page.clock.runFor(99);
    await away(page);
    await page.clock.runFor(1000);
    await closed(page, services, "a mouse that passes by opens nothing");
  });

  test("a mouse that comes back in time, to the button or the menu, keeps it", async ({ page }) => {
    await hover(page, services);
    for (const target of [menuOf(page, services), opener(page, services), link(page, services, 1)]) {
      await away(page);
      await page.clock.runFor(299);
      await rest(page, target);
      await page.clock.runFor(5000);
      await shown(page, services);
    }
  });

  test("a click on what the mouse has opened, or the focus in it, keeps it when the mouse goes", async ({
    page,
  }) => {
    await hover(page, services);
    await page.mouse.down();
    await page.mouse.up();
    await shown(page, services);
    await away(page);
    await page.clock.runFor(1000);
    await shown(page, services);
    await page.keyboard.press("Escape");
    await opener(page, services).focus();
    await hover(page, services);
    await page.keyboard.press("ArrowDown");
    await away(page);
    await page.clock.runFor(1000);
    await focused(page, services, 0);
  });
});

test.describe("by touch", () => {
  test.use({ hasTouch: true });

  test("a tap opens, another closes, one outside closes, and one on a link leads on", async ({ page }) => {
    await page.clock.install();
    await page.goto("/about");
    await opener(page, services).tap();
    await shown(page, services);
    await started(page, "site_menus");
    await page.clock.runFor(1000);
    await shown(page, services, "no finger hovers");
    await opener(page, services).tap();
    await page.clock.runFor(1000);
    await closed(page, services, "no finger hovers");
    await opener(page, services).tap();
    await page.touchscreen.tap(700, 600);
    await closed(page, services);
    await opener(page, services).tap();
    await link(page, services, 1).tap();
    await expect(page).toHaveURL("/services#taxes");
  });
});

test("a menu opens below its button before its late styles are there", async ({ page }) => {
  await heldBack(page, "**/late*.css");
  await page.goto("/about", { waitUntil: "domcontentloaded" });
  for (const menu of menus) {
    await opener(page, menu).click();
    const [button, box] = [await opener(page, menu).boundingBox(), await menuOf(page, menu).boundingBox()];
    if (!button || !box) throw new Error("expected a button and its menu in sight");
    expect(Math.abs(box.y - button.y - button.height), menu).toBeLessThanOrEqual(1);
    expect(Math.abs(box.x - button.x), menu).toBeLessThanOrEqual(1);
    await page.keyboard.press("Escape");
  }
});

test("an arrow on a menu's button does not scroll the page, while not even the runtime is there", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  await heldBack(page, "**/assets/runtime*");
  await page.goto("/about");
  await opener(page, services).focus();
  await page.keyboard.press("ArrowDown");
  await frames(page);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.getByRole("link").first().focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => page.evaluate(() => scrollY), "elsewhere it scrolls").toBeGreaterThan(0);
});

base("what is pressed or rested on before the script arrives is done when it has come", async ({ page }) => {
  const script = "**/assets/site_menus*";
  const arrive = await heldBack(page, script);
  const asked = page.waitForRequest(script);
  // With the page's clock paused, no press gets too old to repeat, however long the script takes.
  await pausedClock(page, "/about");
  await rest(page, opener(page, services));
  await page.mouse.down();
  await page.mouse.up();
  await shown(page, services, "the browser opens it");
  await asked;
  await page.keyboard.press("Escape");
  await page.evaluate(() => {
    addEventListener("keydown", (event) => {
      document.documentElement.dataset.held = String(event.defaultPrevented);
    });
  });
  await page.keyboard.press("ArrowDown");
  await closed(page, services);
  await expect(page.locator("html"), "the key does not scroll the page").toHaveAttribute("data-held", "true");
  arrive();
  await focused(page, services, 0);
  const arriveAgain = await heldBack(page, script);
  await page.reload();
  await rest(page, opener(page, services));
  arriveAgain();
  await started(page, "site_menus");
  await page.clock.runFor(100);
  await shown(page, services);
});

base(
  "a menu that Escape has closed before the script arrives stays closed below a resting mouse",
  async ({ page }) => {
    const script = "**/assets/site_menus*";
    const arrive = await heldBack(page, script);
    const asked = page.waitForRequest(script);
    await pausedClock(page, "/about");
    await rest(page, opener(page, services));
    await page.mouse.down();
    await page.mouse.up();
    await shown(page, services, "the browser opens it");
    await asked;
    await page.keyboard.press("Escape");
    await closed(page, services);
    arrive();
    await started(page, "site_menus");
    await page.clock.runFor(1000);
    await closed(page, services);
  },
);

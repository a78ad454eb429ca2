import type { Page } from "@playwright/test";
import {
  answerOthers,
  blockOf,
  content,
  expect,
  hide,
  opensInATab,
  pausedClock,
  routes,
  started,
  startedWhenIdle,
  test,
} from "./site";

const { prompt, link } = content.site.newsletter;
const places = content.pages.filter(({ meta }) => meta.newsletter_prompt).map(({ route }) => route);
const dialog = (page: Page) => page.getByRole("dialog", { name: prompt.heading });
const delay = prompt.delay_ms / 1000;
/** A page that has the prompt, buttons and the calculator. */
const place = "/everything";

/** A page at `seconds` after its load, with the prompt's script started. */
async function openAt(page: Page, path: string, seconds: number): Promise<void> {
  await pausedClock(page, path);
  const loaded = await page.evaluate(() => Date.now());
  await startedWhenIdle(page, "newsletter_prompt");
  const now = await page.evaluate(() => Date.now());
  await page.clock.runFor(loaded + seconds * 1000 - now);
}

for (const route of places) {
  test(`on ${route} it opens once its time has come, takes the focus until it is closed, and comes once`, async ({
    page,
  }) => {
    await openAt(page, route, delay - 0.001);
    const link = page.locator("main a").first();
    await link.focus();
    await expect(dialog(page)).toBeHidden();
    await page.clock.runFor(1001);
    await expect(dialog(page)).toBeVisible();
    await expect(dialog(page)).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await expect(link).toBeFocused();
    await page.clock.runFor(600_000);
    await expect(dialog(page)).toBeHidden();
  });
}

test("it is on no other page", async ({ request }) => {
  for (const route of routes.filter((route) => route !== "/404")) {
    const html = await (await request.get(route)).text();
    expect(html.includes('data-island="newsletter_prompt"'), route).toBe(places.includes(route));
  }
});

test("its link opens the newsletter in a new tab, and closes it", async ({ page, context }) => {
  await openAt(page, place, delay + 1);
  await answerOthers(context);
  const way = dialog(page).getByRole("link", { name: prompt.label });
  await opensInATab(page, way, content.site.external[link]?.href ?? "");
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL(place);
});

test("it waits until nobody is typing", async ({ page }) => {
  const field = page.getByLabel(blockOf(place, "fee_calculator").label);
  await openAt(page, place, delay - 5);
  await field.focus();
  await started(page, "fee_calculator");
  await page.keyboard.type("12500");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.clock.runFor(60_000);
  await expect(dialog(page)).toBeHidden();
  await page.keyboard.type("9");
  await expect(field).toHaveValue("192,500");
  await field.blur();
  await page.clock.runFor(1100);
  await expect(dialog(page)).toBeVisible();
});

for (const [what, width, open] of [
  ["a menu", 1280, ".menu-opener"],
  ["the panel", 360, ".panel-opener"],
  ["another dialog", 1280, null],
] as const) {
  test(`it waits until ${what} is closed`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openAt(page, place, delay - 5);
    if (open) {
      await page.locator(open).first().focus();
      await started(page, "site_menus");
      await page.keyboard.press("Enter");
    } else {
      await page.evaluate(() => document.body.appendChild(document.createElement("dialog")).showModal());
    }
    const other = page.locator(":popover-open, dialog:modal:not(.newsletter-prompt)");
    await expect(other).toHaveCount(1);
    await page.clock.runFor(20_000);
    await expect(dialog(page)).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(other).toHaveCount(0);
    await page.clock.runFor(1100);
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press("Escape");
    if (open) await expect(page.locator(open).first()).toBeFocused();
  });
}

for (const [how, rule] of [
  ["without a box", "display: none"],
  ["invisible", "visibility: hidden"],
  ["transparent", "opacity: 0"],
  ["out of the window", "translate: -200vw"],
  ["without a way to close it", "& [data-close] { display: none !important }"],
] as const) {
  test(`where an extension makes it ${how}, the page is never dead behind it`, async ({ page }) => {
    await openAt(page, place, delay - 5);
    await hide(page, ".newsletter-prompt", rule);
    await page.locator(".brand").first().focus();
    await page.clock.runFor(6000);
    await expect(page.locator(":modal")).toHaveCount(0);
    await expect(page.locator(".brand").first()).toBeFocused();
    await page.locator(".site-header .brand").click({ trial: true });
    await page.clock.runFor(60_000);
    await expect(page.locator("dialog[open]"), "it does not come again").toHaveCount(0);
  });

  test(`where an extension makes it ${how} after it has opened, it closes`, async ({ page }) => {
    await openAt(page, place, delay + 1);
    await expect(dialog(page)).toBeVisible();
    await hide(page, ".newsletter-prompt", rule);
    await page.clock.runFor(1000);
    await expect(page.locator(":modal")).toHaveCount(0);
    await page.locator(".site-header .brand").click({ trial: true });
  });
}

test("it waits until the tab is in view", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, "hidden", { get: () => "away" in document.documentElement.dataset });
  });
  await openAt(page, place, delay - 5);
  await page.evaluate(() => {
    document.documentElement.dataset.away = "";
  });
  await page.clock.runFor(60_000);
  await expect(dialog(page)).toBeHidden();
  await page.evaluate(() => {
    delete document.documentElement.dataset.away;
  });
  await page.clock.runFor(1100);
  await expect(dialog(page)).toBeVisible();
});

test("where nothing had the focus, it gives back the place where somebody read", async ({ page }) => {
  await openAt(page, place, delay - 5);
  const words = page.locator("main p").filter({ hasNot: page.locator("a, button") });
  const read = words.nth(Math.floor((await words.count()) / 2));
  await read.scrollIntoViewIfNeeded();
  await read.click();
  const before = await page.evaluate(() => scrollY);
  await page.clock.runFor(6100);
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  expect(await page.evaluate(() => [scrollY, document.activeElement?.tagName])).toEqual([before, "BODY"]);
  await page.keyboard.press("Tab");
  const isNext = await read.evaluate((read) => {
    const stops = [...document.querySelectorAll("a[href], button, input, [tabindex='0']")];
    const after = stops.find(
      (stop) =>
        read.compareDocumentPosition(stop) === Node.DOCUMENT_POSITION_FOLLOWING &&
        stop.checkVisibility({ visibilityProperty: true }),
    );
    return after === document.activeElement || document.activeElement?.outerHTML;
  });
  expect(isNext, "Tab goes on from there").toBe(true);
});

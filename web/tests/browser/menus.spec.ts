import { content, expect, test } from "./site";

const { header, external } = content.site;
const services = header.navigation.find(({ submenu }) => submenu.length > 0);
const resource = external[header.client_resources[0] ?? ""]?.label ?? "";

test("the keyboard opens a menu, walks through it, and Escape gives the focus back", async ({ page }) => {
  await page.goto("/about");
  const opener = page.getByRole("button", { name: header.client_resources_label }).first();
  await opener.focus();
  await page.keyboard.press("Enter");
  const first = page.locator("#menu-client-resources").getByRole("link").first();
  await expect(first).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(first).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(first).toBeHidden();
  await expect(opener).toBeFocused();
});

test.describe("with its script", () => {
  test.beforeEach(async ({ page }) => {
    await page.goto("/about");
    await page.mouse.move(300, 30);
    await expect(page.locator("[data-island=site_menus][data-started]")).toBeAttached();
  });

  test("arrows, Home, End and letters walk through a menu", async ({ page }) => {
    const labels = header.client_resources.map((name) => external[name]?.label ?? "");
    const link = (at: number) =>
      page.locator("#menu-client-resources").getByRole("link", { name: labels.at(at) ?? "" });
    await page.getByRole("button", { name: header.client_resources_label }).first().focus();
    await page.keyboard.press("ArrowDown");
    await expect(link(0)).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(link(1)).toBeFocused();
    await page.keyboard.press("End");
    await expect(link(-1)).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(link(0)).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(link(-1)).toBeFocused();
    await page.keyboard.press("Home");
    await page.keyboard.type((labels[2] ?? "").slice(0, 2).toLowerCase());
    await expect(link(2)).toBeFocused();
    await page.waitForTimeout(1100);
    await page.keyboard.type((labels[1] ?? "").slice(0, 1).toLowerCase());
    await expect(link(1)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: header.client_resources_label }).first()).toBeFocused();
  });

  test("a resting mouse opens a menu, and a click does not close it again", async ({ page }) => {
    const opener = page.getByRole("button", { name: services?.name ?? "" }).first();
    await opener.hover();
    await expect(page.locator("#menu-services")).toBeVisible();
    await opener.click();
    await expect(page.locator("#menu-services")).toBeVisible();
  });

  test("the menu closes when the mouse has gone", async ({ page }) => {
    await page
      .getByRole("button", { name: services?.name ?? "" })
      .first()
      .hover();
    await expect(page.locator("#menu-services")).toBeVisible();
    await page.locator("#menu-services").getByRole("link").first().hover();
    await page.waitForTimeout(500);
    await expect(page.locator("#menu-services")).toBeVisible();
    await page.mouse.move(10, 600);
    await expect(page.locator("#menu-services")).toBeHidden();
  });

  test("the panel holds the focus and gives it back", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    const opener = page.getByRole("button", { name: "Menu" });
    await opener.click();
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press("Tab");
      const outside = await page.evaluate(
        () => document.activeElement?.closest(".bar, main, footer") !== null,
      );
      expect(outside).toBe(false);
    }
    await page.keyboard.press("Escape");
    await expect(opener).toBeFocused();
  });
});

test("opening one menu closes the other", async ({ page }) => {
  await page.goto("/about");
  await page
    .getByRole("button", { name: services?.name ?? "" })
    .first()
    .click();
  await expect(page.locator("#menu-services")).toBeVisible();
  await page.getByRole("button", { name: header.client_resources_label }).first().click();
  await expect(page.locator("#menu-services")).toBeHidden();
});

test("a menu opens below its button, inside the window", async ({ page }) => {
  await page.goto("/about");
  const opener = page.getByRole("button", { name: header.client_resources_label }).first();
  await opener.click();
  const button = await opener.boundingBox();
  const menu = await page.locator("#menu-client-resources").boundingBox();
  expect(menu?.y).toBeGreaterThanOrEqual((button?.y ?? 0) + (button?.height ?? 0) - 1);
  expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
});

test("on a small screen a panel holds every link, and a chosen link leads on", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto("/");
  await page.getByRole("button", { name: "Menu" }).click();
  const panel = page.locator("#site-panel");
  await expect(panel.getByRole("link", { name: resource })).toBeVisible();
  for (const { name, submenu } of header.navigation) {
    for (const label of submenu.length > 0 ? submenu.map((link) => link.name) : [name]) {
      await expect(panel.getByRole("link", { name: label, exact: true })).toBeVisible();
    }
  }
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await page.getByRole("button", { name: "Menu" }).click();
  await panel.getByRole("link", { name: "Contact", exact: true }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(panel).toBeHidden();
});

test("the skip link leads to the content", async ({ page }) => {
  await page.goto("/about");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
});

test("an unknown address gets the page for unknown addresses", async ({ request }) => {
  const response = await request.get("/no-such-page");
  expect(response.status()).toBe(404);
  expect(await response.text()).toContain("noindex, nofollow");
});

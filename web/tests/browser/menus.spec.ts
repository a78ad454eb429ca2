import { test as base, type Page } from "@playwright/test";
import { answerOthers, content, expect, heldBack, pausedClock, started, test } from "./site";

const { header, external } = content.site;
const menus = [
  ...header.navigation
    .filter(({ submenu }) => submenu.length > 0)
    .map(({ name, submenu }) => ({
      name,
      id: `#menu-${name.toLowerCase()}`,
      links: submenu.map(({ name, href }) => ({ name, href: href.href })),
    })),
  {
    name: header.client_resources_label,
    id: "#menu-client-resources",
    links: header.client_resources.map((key) => ({
      name: external[key]?.label ?? "",
      href: external[key]?.href ?? "",
    })),
  },
];
/** One of the site's own pages, and the last one, of other sites. */
const [services, resources] = [menus[0], menus.at(-1)] as [(typeof menus)[0], (typeof menus)[0]];
const names = header.navigation.map(({ name }) => name);
const beside = (by: number) => names[names.indexOf(services.name) + by] ?? "";

const opener = (page: Page, { name }: { name: string }) =>
  page.locator(".site-nav").getByRole("button", { name, exact: true });
const menuOf = (page: Page, { id }: { id: string }) => page.locator(id);
const link = (page: Page, menu: (typeof menus)[0], at: number) =>
  menuOf(page, menu)
    .getByRole("link")
    .nth(at < 0 ? menu.links.length + at : at);

/** Moves the mouse into the middle of an element, as a hand does; Playwright's hover waits for the clock. */
async function rest(page: Page, on: ReturnType<typeof opener>): Promise<void> {
  const box = await on.boundingBox();
  if (!box) throw new Error("expected an element in sight");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
}

test("the menus hold what the header offers", async ({ page }) => {
  await page.goto("/about");
  for (const menu of menus) {
    await opener(page, menu).click();
    const links = menuOf(page, menu).getByRole("link");
    expect(await links.evaluateAll((all) => all.map((a) => a.getAttribute("href")))).toEqual(
      menu.links.map(({ href }) => href),
    );
    for (const [at, { name }] of menu.links.entries()) await expect(links.nth(at)).toContainText(name);
  }
});

test.describe("by keyboard", () => {
  test.beforeEach(async ({ page }) => {
    await page.goto("/about");
    await opener(page, services).focus();
    await started(page, "site_menus");
  });

  for (const key of ["Enter", "Space", "ArrowDown"]) {
    test(`${key} opens a menu, and says so`, async ({ page }) => {
      for (const menu of menus) {
        await opener(page, menu).focus();
        await expect(opener(page, menu)).toHaveAccessibleName(menu.name);
        await page.keyboard.press(key);
        await expect(menuOf(page, menu)).toBeVisible();
        await expect(opener(page, menu).and(page.locator(":has(+ :popover-open)"))).toBeAttached();
        if (key === "ArrowDown") await expect(link(page, menu, 0)).toBeFocused();
        else await expect(opener(page, menu)).toBeFocused();
      }
    });
  }

  test("ArrowUp opens a menu at its end", async ({ page }) => {
    await page.keyboard.press("ArrowUp");
    await expect(link(page, services, -1)).toBeFocused();
  });

  test("arrows, Home and End move, and the ends meet", async ({ page }) => {
    const walk = [
      ["ArrowDown", 0],
      ["ArrowDown", 1],
      ["End", -1],
      ["ArrowDown", 0],
      ["ArrowUp", -1],
      ["ArrowUp", -2],
      ["Home", 0],
    ] as const;
    for (const menu of menus) {
      await opener(page, menu).focus();
      for (const [key, at] of walk) {
        await page.keyboard.press(key);
        await expect(link(page, menu, at), `${menu.name}: ${key}`).toBeFocused();
      }
      await page.keyboard.press("Escape");
    }
  });

  test("Home, End and letters lead into a menu that is open", async ({ page }) => {
    await opener(page, resources).focus();
    for (const [key, at] of [
      ["Home", 0],
      ["End", -1],
      [resources.links[2]?.name.slice(0, 1) ?? "", 2],
    ] as const) {
      await page.keyboard.press("Enter");
      await page.keyboard.press(key);
      await expect(link(page, resources, at)).toBeFocused();
      await page.keyboard.press("Escape");
    }
  });

  test("letters do nothing while the menu is closed", async ({ page }) => {
    await page.keyboard.type("t");
    await expect(menuOf(page, services)).toBeHidden();
    await expect(opener(page, services)).toBeFocused();
  });

  test("Escape closes a menu and gives the focus back", async ({ page }) => {
    for (const menu of menus) {
      for (const into of ["Enter", "ArrowDown"]) {
        await opener(page, menu).focus();
        await page.keyboard.press(into);
        await expect(menuOf(page, menu)).toBeVisible();
        await page.keyboard.press("Escape");
        await expect(menuOf(page, menu)).toBeHidden();
        await expect(opener(page, menu)).toBeFocused();
      }
    }
  });

  test("Tab walks through a menu, and leaving it closes it", async ({ page }) => {
    await page.keyboard.press("Enter");
    for (const at of services.links.keys()) {
      await page.keyboard.press("Tab");
      await expect(link(page, services, at)).toBeFocused();
      await expect(menuOf(page, services)).toBeVisible();
    }
    await page.keyboard.press("Tab");
    await expect(menuOf(page, services)).toBeHidden();
    await expect(page.locator(".site-nav > ul > li > :focus")).toHaveText(beside(1));
  });

  test("Shift and Tab leave a menu backwards, and close it", async ({ page }) => {
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Shift+Tab");
    await expect(opener(page, services)).toBeFocused();
    await expect(menuOf(page, services)).toBeVisible();
    await page.keyboard.press("Shift+Tab");
    await expect(menuOf(page, services)).toBeHidden();
    await expect(page.locator(".site-nav > ul > li > :focus")).toHaveText(beside(-1));
  });

  test("Enter on a link leads on", async ({ page }) => {
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(services.links[0]?.href ?? "");
  });
});

test.describe("type-ahead", () => {
  // The last link, by its first letter and by a word that begins with the letter of another one.
  const last = resources.links.length - 1;
  const letter = (at: number) => (resources.links[at]?.name ?? "").slice(0, 1);

  test.beforeEach(async ({ page }) => {
    await pausedClock(page, "/about");
    await opener(page, resources).focus();
    await started(page, "site_menus");
    await page.keyboard.press("ArrowDown");
    await expect(link(page, resources, 0)).toBeFocused();
  });

  test("letters typed within a second are one word", async ({ page }) => {
    const word = resources.links[2]?.name.toLowerCase() ?? "";
    for (const typed of word.slice(0, 6)) {
      await page.keyboard.press(typed === " " ? "Space" : typed);
      await page.clock.runFor(1000);
      await expect(link(page, resources, 2)).toBeFocused();
    }
  });

  for (const [after, focused] of [
    [999, 0],
    [1000, 0],
    [1001, last],
  ] as const) {
    test(`a letter ${after} ms after another ${focused === last ? "begins" : "belongs to"} a word`, async ({
      page,
    }) => {
      // Together the two letters begin no link's name, so that the focus stays.
      await page.keyboard.press(letter(0));
      await page.clock.runFor(after);
      await page.keyboard.press(letter(last));
      await expect(link(page, resources, focused)).toBeFocused();
    });
  }

  test("the same letter again leads to the next of its links", async ({ page }) => {
    await menuOf(page, resources)
      .getByRole("link")
      .evaluateAll((all) => {
        for (const a of all) a.prepend("Same ");
      });
    for (const at of [1, 2, 3, 0]) {
      await page.keyboard.press("s");
      await expect(link(page, resources, at)).toBeFocused();
    }
  });

  test("keys of the browser stay the browser's", async ({ page }) => {
    await page.keyboard.press(`Control+${letter(last)}`);
    await expect(link(page, resources, 0)).toBeFocused();
  });
});

test.describe("by mouse", () => {
  test.beforeEach(async ({ page }) => {
    await pausedClock(page, "/about");
    await page.locator(".site-header .brand").hover();
    await started(page, "site_menus");
  });

  test("a menu opens when the mouse has rested on its button for 100 ms", async ({ page }) => {
    for (const menu of menus) {
      await rest(page, opener(page, menu));
      await page.clock.runFor(99);
      await expect(menuOf(page, menu)).toBeHidden();
      await page.clock.runFor(1);
      await expect(menuOf(page, menu)).toBeVisible();
    }
    await expect(menuOf(page, services), "one menu at a time").toBeHidden();
  });

  test("a mouse that passes by opens nothing", async ({ page }) => {
    await rest(page, opener(page, services));
    await page.clock.runFor(99);
    await page.mouse.move(700, 600);
    await page.clock.runFor(1000);
    await expect(menuOf(page, services)).toBeHidden();
  });

  test("the menu stays for 300 ms after the mouse has gone", async ({ page }) => {
    await rest(page, opener(page, services));
    await page.clock.runFor(100);
    await page.mouse.move(700, 600);
    await page.clock.runFor(299);
    await expect(menuOf(page, services)).toBeVisible();
    await page.clock.runFor(1);
    await expect(menuOf(page, services)).toBeHidden();
  });

  test("a mouse that comes back in time, to the button or the menu, keeps it", async ({ page }) => {
    await rest(page, opener(page, services));
    await page.clock.runFor(100);
    for (const target of [menuOf(page, services), opener(page, services), link(page, services, 1)]) {
      await page.mouse.move(700, 600);
      await page.clock.runFor(299);
      await rest(page, target);
      await page.clock.runFor(5000);
      await expect(menuOf(page, services)).toBeVisible();
    }
  });

  test("a click on what the mouse has opened keeps it, also when the mouse goes", async ({ page }) => {
    await rest(page, opener(page, services));
    await page.clock.runFor(100);
    await page.mouse.down();
    await page.mouse.up();
    await expect(menuOf(page, services)).toBeVisible();
    await page.mouse.move(700, 600);
    await page.clock.runFor(1000);
    await expect(menuOf(page, services)).toBeVisible();
  });

  test("a menu with the focus in it stays when the mouse goes", async ({ page }) => {
    await opener(page, services).focus();
    await rest(page, opener(page, services));
    await page.clock.runFor(100);
    await page.keyboard.press("ArrowDown");
    await page.mouse.move(700, 600);
    await page.clock.runFor(1000);
    await expect(link(page, services, 0)).toBeFocused();
  });

  test("Escape closes a menu that the mouse has opened, and leaves the focus where it is", async ({
    page,
  }) => {
    await page.locator("main a").first().focus();
    await rest(page, opener(page, services));
    await page.clock.runFor(100);
    await page.keyboard.press("Escape");
    await expect(menuOf(page, services)).toBeHidden();
    await expect(page.locator("main a").first()).toBeFocused();
  });

  test("Escape in a menu that the mouse has opened leads to its button", async ({ page }) => {
    await rest(page, opener(page, services));
    await page.clock.runFor(100);
    await link(page, services, 0).focus();
    await page.keyboard.press("Escape");
    await expect(opener(page, services)).toBeFocused();
  });

  test("a click opens, a second one closes, and one outside closes", async ({ page }) => {
    await rest(page, opener(page, services));
    for (const outside of [false, true]) {
      await page.mouse.down();
      await page.mouse.up();
      await expect(menuOf(page, services)).toBeVisible();
      if (outside) await page.mouse.move(700, 600);
      await page.mouse.down();
      await page.mouse.up();
      await expect(menuOf(page, services)).toBeHidden();
    }
  });
});

test("opening one menu closes the other", async ({ page }) => {
  await page.goto("/about");
  await opener(page, services).click();
  await expect(menuOf(page, services)).toBeVisible();
  await opener(page, resources).click();
  await expect(menuOf(page, resources)).toBeVisible();
  await expect(menuOf(page, services)).toBeHidden();
});

for (const width of [1000, 1440]) {
  test(`a menu opens below its button, inside a window of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/about");
    for (const menu of menus) {
      await opener(page, menu).click();
      const button = await opener(page, menu).boundingBox();
      const box = await menuOf(page, menu).boundingBox();
      if (!button || !box) throw new Error("expected a button and its menu");
      expect(box.y).toBeGreaterThanOrEqual(button.y + button.height - 1);
      expect(box.y).toBeLessThan(button.y + button.height + 16);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x).toBeLessThan(button.x + button.width);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
    }
  });
}

test("a client resource opens in a new tab that can't reach back", async ({ page, context }) => {
  await answerOthers(context);
  await page.goto("/about");
  await opener(page, resources).click();
  const opened = context.waitForEvent("page");
  await link(page, resources, 0).click();
  const tab = await opened;
  await expect(tab).toHaveURL(resources.links[0]?.href ?? "");
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await expect(page).toHaveURL("/about");
});

test.describe("by touch", () => {
  test.use({ hasTouch: true });

  test("a tap opens, another closes, one outside closes, and one on a link leads on", async ({ page }) => {
    await page.goto("/about");
    await opener(page, services).tap();
    await expect(menuOf(page, services)).toBeVisible();
    await started(page, "site_menus");
    await page.waitForTimeout(500);
    await expect(menuOf(page, services), "no finger hovers").toBeVisible();
    await opener(page, services).tap();
    await expect(menuOf(page, services)).toBeHidden();
    await page.waitForTimeout(200);
    await expect(menuOf(page, services), "no finger hovers").toBeHidden();
    await opener(page, services).tap();
    await page.touchscreen.tap(700, 600);
    await expect(menuOf(page, services)).toBeHidden();
    await opener(page, services).tap();
    await link(page, services, 1).tap();
    await expect(page).toHaveURL(services.links[1]?.href ?? "");
  });
});

/** What must hold while there is no script: the browser does it. */
async function menusOfTheBrowser(page: Page): Promise<void> {
  for (const menu of menus) {
    await opener(page, menu).click();
    await expect(menuOf(page, menu)).toBeVisible();
    await page.mouse.click(700, 600);
    await expect(menuOf(page, menu)).toBeHidden();
    for (const key of ["Enter", "Space"]) {
      await opener(page, menu).focus();
      await page.keyboard.press(key);
      await expect(menuOf(page, menu)).toBeVisible();
      await page.keyboard.press("Tab");
      await expect(link(page, menu, 0)).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(menuOf(page, menu)).toBeHidden();
      await expect(opener(page, menu)).toBeFocused();
    }
  }
}

base.describe("without its script", () => {
  base("the menus work when it never arrives", async ({ page }) => {
    await page.route(/\/assets\/site_menus/, (route) => route.abort());
    await page.goto("/about");
    await menusOfTheBrowser(page);
  });

  base("the menus work when no script arrives at all", async ({ page }) => {
    await page.route(/\/assets\/.*\.js/, (route) => route.abort());
    await page.goto("/about");
    await menusOfTheBrowser(page);
  });

  base("what is pressed before it arrives is done when it has come", async ({ page }) => {
    const arrive = await heldBack(page, "**/assets/site_menus*");
    await page.goto("/about");
    await menusOfTheBrowser(page);
    await opener(page, services).focus();
    await page.keyboard.press("ArrowDown");
    await expect(menuOf(page, services)).toBeHidden();
    arrive();
    await expect(link(page, services, 0)).toBeFocused();
  });

  base("a mouse that rests before it arrives opens the menu when it has come", async ({ page }) => {
    const arrive = await heldBack(page, "**/assets/site_menus*");
    await page.goto("/about");
    await rest(page, opener(page, services));
    arrive();
    await expect(menuOf(page, services)).toBeVisible();
  });
});

base.describe("with JavaScript off", () => {
  base.use({ javaScriptEnabled: false });

  base("the menus work", async ({ page }) => {
    await page.goto("/about");
    await menusOfTheBrowser(page);
  });
});

// uBlock Origin with its default lists, in Firefox, on the pages that have the newsletter's prompt.

import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { type Browser, launch, type Page } from "puppeteer-core";
import { gate } from "../engines/gate";

const { SITE_URL = "", FIREFOX, UBLOCK } = process.env;
const pages = ["/", "/fees", "/blog"];
const dialog = ".newsletter-prompt";
/** EasyList hides nothing on 127.0.0.1. */
const host = "planner.test";

let browser: Browser;

test.beforeAll(async () => {
  if (!FIREFOX || !UBLOCK)
    throw new Error(
      "expected FIREFOX, the path of a program, and UBLOCK, that of the extension's manifest; run `cargo site test --long`, which sets them",
    );
  browser = await launch({
    browser: "firefox",
    executablePath: FIREFOX,
    extraPrefsFirefox: { "network.dns.localDomains": host },
  });
  await browser.installExtension(dirname(UBLOCK));
});

test.afterAll(() => browser.close());

/** Opens a page, and waits until the extension hides the elements on its lists. */
async function open(page: Page, address: string): Promise<void> {
  await expect(async () => {
    await page.goto(address.replace("127.0.0.1", host));
    await page.evaluate(() => {
      const advertisement = document.createElement("div");
      advertisement.id = "ad_banner";
      advertisement.textContent = "an advertisement";
      document.body.append(advertisement);
    });
    await page.waitForFunction(() => document.getElementById("ad_banner")?.checkVisibility() === false, {
      timeout: 3000,
    });
  }).toPass({ timeout: 60_000 });
}

/** The words that a visitor sees. */
const words = (page: Page) => page.evaluate(() => document.body.innerText);

/** True if nothing covers the link to the home page. */
const canBeUsed = (page: Page) =>
  page.evaluate(() => {
    const link = document.querySelector(".brand");
    const { x = 0, y = 0, width = 0, height = 0 } = link?.getBoundingClientRect() ?? {};
    return link?.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

for (const path of pages) {
  test(`${path} loses nothing, and can be used for a minute and more`, { tag: "@long" }, async () => {
    const page = await browser.newPage();
    await page.goto(SITE_URL + path);
    const usual = await words(page);
    await open(page, SITE_URL + path);
    const failed: string[] = [];
    page.on("requestfailed", (request) => failed.push(request.url()));
    await page.reload();
    expect(await words(page)).toBe(usual);
    await pause(60_000);
    const isOpen = await page.evaluate((dialog) => document.querySelector(dialog)?.matches(":modal"), dialog);
    expect(await canBeUsed(page)).toBe(!isOpen);
    if (isOpen) await page.click(`${dialog} [data-close]`);
    expect(await canBeUsed(page)).toBe(true);
    expect(failed).toEqual([]);
    await page.close();
  });
}

test("a page whose prompt the lists name can be used", { tag: "@long" }, async () => {
  // EasyList hides this class on every site.
  const named = await gate(SITE_URL, (html) =>
    html.replace('"newsletter-prompt"', '"newsletter-prompt AdSense"').replace(/"delay":\d+/, '"delay":3000'),
  );
  const page = await browser.newPage();
  await open(page, `${named.address}/fees`);
  for (let second = 0; second < 10; second += 1) {
    expect(await page.evaluate(() => document.querySelectorAll(":modal").length)).toBe(0);
    expect(await canBeUsed(page)).toBe(true);
    await pause(1000);
  }
  expect(await page.evaluate((dialog) => document.querySelector(dialog)?.checkVisibility(), dialog)).toBe(
    false,
  );
  named.close();
});

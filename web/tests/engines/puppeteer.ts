// Chromium over its DevTools protocol, and stock Firefox over WebDriver BiDi.

import { type KeyInput, launch } from "puppeteer-core";
import type { Browser } from "./browser";

/** Options for a mouse that hovers, which headless browsers lack, and for pages without motion. */
const chromium = [
  "--no-sandbox",
  "--disable-gpu",
  "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
  "--force-prefers-reduced-motion",
  // One process for all pages, as in Firefox below.
  "--process-per-site",
];
const firefox = {
  "ui.primaryPointerCapabilities": 6,
  "ui.allPointerCapabilities": 6,
  "ui.prefersReducedMotion": 1,
  // No separate or spare process for each page: starting one takes longer than the test of the page.
  "fission.autostart": false,
  "dom.ipc.processCount": 1,
  "dom.ipc.processPrelaunch.enabled": false,
};

export async function puppeteer(engine: "chromium" | "firefox", executablePath: string): Promise<Browser> {
  const browser = await (engine === "chromium"
    ? launch({ browser: "chrome", executablePath, args: chromium })
    : launch({ browser: "firefox", executablePath, extraPrefsFirefox: firefox }));
  let page = await browser.newPage();
  /** In a tab that has shown a page from its back-forward cache, Firefox reports no load events to Puppeteer. */
  let hasGoneBack = false;
  return {
    async reset() {
      if (!hasGoneBack) {
        await page.goto("about:blank");
        if (await page.evaluate(() => document.hasFocus())) return;
        // The focus has moved to the browser's own buttons, and never returns.
      }
      // Opening a tab takes about as long as loading a page.
      hasGoneBack = false;
      const before = page;
      page = await browser.newPage();
      await before.close();
      await page.waitForFunction(() => document.hasFocus());
    },
    open: async (address) => void (await page.goto(address)),
    // Puppeteer's own method waits for a load event, which Firefox doesn't report for a page from its cache. The
    // script must end before its page does.
    async back() {
      hasGoneBack = true;
      await page.evaluate(() => void setTimeout(() => history.back()));
    },
    async forward() {
      hasGoneBack = true;
      await page.evaluate(() => void setTimeout(() => history.forward()));
    },
    resize: (width, height) => page.setViewport({ width, height }),
    evaluate: (work, ...given) => page.evaluate(work as (...given: unknown[]) => never, ...given),
    mouse: {
      move: (x, y) => page.mouse.move(x, y),
      down: () => page.mouse.down(),
      up: () => page.mouse.up(),
    },
    async press(keys) {
      const names = keys.split("+").map((key) => (key === "Space" ? " " : key));
      const [key, ...held] = names.reverse() as [KeyInput, ...KeyInput[]];
      for (const one of held) await page.keyboard.down(one);
      await page.keyboard.press(key);
      for (const one of held) await page.keyboard.up(one);
    },
    close: () => browser.close(),
  };
}

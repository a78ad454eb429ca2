// Chromium by its DevTools protocol, and stock Firefox by WebDriver BiDi.

import { type KeyInput, launch } from "puppeteer-core";
import type { Browser } from "./browser";

/** A mouse that hovers, which neither has without a screen, and pages that stand still. */
const chromium = [
  "--no-sandbox",
  "--disable-gpu",
  "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
  "--force-prefers-reduced-motion",
  // One process for all pages, as below.
  "--process-per-site",
];
const firefox = {
  "ui.primaryPointerCapabilities": 6,
  "ui.allPointerCapabilities": 6,
  "ui.prefersReducedMotion": 1,
  // A page that is opened needs no process of its own, nor one in reserve: that takes longer than what is tried in it.
  "fission.autostart": false,
  "dom.ipc.processCount": 1,
  "dom.ipc.processPrelaunch.enabled": false,
};

export async function puppeteer(engine: "chromium" | "firefox", executablePath: string): Promise<Browser> {
  const browser = await (engine === "chromium"
    ? launch({ browser: "chrome", executablePath, args: chromium })
    : launch({ browser: "firefox", executablePath, extraPrefsFirefox: firefox }));
  let page = await browser.newPage();
  /** Firefox reports no load to Puppeteer in a tab where a page that it has kept was shown again. */
  let hasGoneBack = false;
  return {
    async reset() {
      if (!hasGoneBack) {
        await page.goto("about:blank");
        if (await page.evaluate(() => document.hasFocus())) return;
        // The focus has left the page for the browser's own buttons, and never comes back.
      }
      // To open a tab takes about as long as to load a page.
      hasGoneBack = false;
      const before = page;
      page = await browser.newPage();
      await before.close();
      await page.waitForFunction(() => document.hasFocus());
    },
    open: async (address) => void (await page.goto(address)),
    // Puppeteer's own way waits for a load that Firefox does not report of a page it has kept. The script must have
    // ended before its page does.
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

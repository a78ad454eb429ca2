// Chromium for what measures or photographs pages: the one that CHROMIUM names, or Playwright's own.

import { chromium } from "@playwright/test";

/**
 * @template T
 * @param {string[]} args
 * @param {(browser: import("@playwright/test").Browser) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withBrowser(args, work) {
  const { CHROMIUM } = process.env;
  const browser = await chromium.launch({
    ...(CHROMIUM && { executablePath: CHROMIUM }),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", ...args],
  });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

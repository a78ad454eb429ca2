// The browsers that tests use: the programs that the environment names, or programs in the PATH.

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "@playwright/test";

/** By the variable that names the program, best names first, as in site-cli/src/browser.rs. */
const programs = {
  CHROMIUM: [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
  ],
  FIREFOX: ["firefox-esr", "firefox"],
  WEBKIT_DRIVER: ["WebKitWebDriver", "safaridriver"],
};

/** Returns a program's path; undefined means Playwright's own. */
export function browserPath(variable: keyof typeof programs): string | undefined {
  const folders = process.env.PATH?.split(delimiter) ?? [];
  const files = programs[variable].flatMap((name) => folders.map((folder) => join(folder, name)));
  return process.env[variable] ?? files.find(existsSync);
}

const chromiumPath = browserPath("CHROMIUM");
/** Settings of Chromium for everything that starts it through Playwright. */
export const chromiumOptions = {
  ...(chromiumPath && { executablePath: chromiumPath }),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
};

export async function withBrowser<T>(args: string[], work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ ...chromiumOptions, args: [...chromiumOptions.args, ...args] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

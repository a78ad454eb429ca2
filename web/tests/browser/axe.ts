// Runs axe on a page as it stands.

import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { expect } from "./site";

const source = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules that depend on colors, and so on the scheme. The second reports only what the first lets pass. */
const contrast = ["color-contrast", "color-contrast-enhanced"];
const enabled = (enabled: boolean) => Object.fromEntries(contrast.map((rule) => [rule, { enabled }]));

const everything: axe.RunOptions = { runOnly: tags, rules: enabled(true) };
const allButContrast: axe.RunOptions = { runOnly: tags, rules: enabled(false) };
const colors: axe.RunOptions = { runOnly: { type: "rule", values: [...contrast, "link-in-text-block"] } };

/**
 * Expects axe to find nothing at each width, nothing in the colors at the first and the last, and at the last nothing in
 * those of the dark scheme either. `part` is a selector. Contrast is held to 7:1, larger text to 4.5:1; the words of a filled
 * button and of a figure to 4.5:1.
 */
export async function expectAccessible(page: Page, widths: readonly number[], part = "html"): Promise<void> {
  for (const width of widths) {
    const isLast = width === widths.at(-1);
    await page.setViewportSize({ width, height: 900 });
    await expectNothing(page, part, isLast || width === widths[0] ? everything : allButContrast);
    if (!isLast) continue;
    await page.emulateMedia({ colorScheme: "dark" });
    await expectNothing(page, part, colors);
    await page.emulateMedia({ colorScheme: "light" });
  }
}

/** The same of what no style can change, in the window as it is. */
export async function expectAccessibleMarkup(page: Page): Promise<void> {
  await expectNothing(page, "html", allButContrast);
}

/** The page's script gives the keyboard what scrolls at this width, a moment after the width has changed. */
function wideTablesAreMarked(): boolean {
  const frames = [...document.querySelectorAll(".table")];
  return frames.every((frame) => frame.scrollWidth > frame.clientWidth === frame.hasAttribute("tabindex"));
}

async function expectNothing(page: Page, part: string, options: axe.RunOptions): Promise<void> {
  await page.waitForFunction(wideTablesAreMarked);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const found = await page.evaluate(
    async ([part, options]) => {
      const { violations } = await (window as never as { axe: typeof axe }).axe.run(part, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes
          .filter(({ element }) => id !== "color-contrast-enhanced" || !element?.closest(".button, figure"))
          .map(({ target, any }) => `${id}: ${target.join(" ")} ${any[0]?.message ?? ""}`),
      );
    },
    [part, { elementRef: true, resultTypes: ["violations"], preload: false, ...options }] satisfies [
      string,
      axe.RunOptions,
    ],
  );
  const scheme = await page.evaluate(() =>
    matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
  );
  expect(found, `${page.viewportSize()?.width} px, ${scheme}`).toEqual([]);
}

// What axe says about a page as it stands.

import type { Page } from "@playwright/test";
import axe from "axe-core";
import { expect } from "./site";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Brings axe into the page, once for as many runs as follow. */
export async function bringAxe(page: Page): Promise<void> {
  await page.evaluate(axe.source);
}

/** What depends on colours, and so on the scheme. The second reports only what the first lets pass. */
const contrast = ["color-contrast", "color-contrast-enhanced"];
const colors = [...contrast, "link-in-text-block"];

/**
 * Expects axe to find nothing at each width, and nothing in the colours of both schemes: of the light one at the first
 * and the last width, of the dark one at the last. `part` is a selector. Contrast is held to 7:1, larger text to
 * 4.5:1; the words of a filled button and of a figure to 4.5:1.
 */
export async function expectAccessibleEverywhere(
  page: Page,
  widths: readonly number[] = [360, 768, 1440],
  part = "html",
): Promise<void> {
  await bringAxe(page);
  const withoutContrast = Object.fromEntries(contrast.map((rule) => [rule, { enabled: false }]));
  for (const width of widths) {
    const last = width === widths.at(-1);
    await page.setViewportSize({ width, height: 900 });
    await page.waitForFunction(wideTablesAreMarked);
    await expectNothing(page, part, `${width} px`, { runOnly: tags, rules: withoutContrast });
    for (const colorScheme of ["light", "dark"] as const) {
      if (!last && (width !== widths[0] || colorScheme === "dark")) continue;
      await page.emulateMedia({ colorScheme });
      await expectNothing(page, part, `${width} px, ${colorScheme}`, {
        runOnly: { type: "rule", values: colors },
      });
    }
  }
}

/** The page's script gives the keyboard what scrolls at this width, a moment after the width has changed. */
function wideTablesAreMarked(): boolean {
  const frames = [...document.querySelectorAll(".table")];
  return frames.every((frame) => frame.scrollWidth > frame.clientWidth === frame.hasAttribute("tabindex"));
}

async function expectNothing(
  page: Page,
  part: string,
  state: string,
  options: axe.RunOptions,
): Promise<void> {
  const found = await page.evaluate(
    async ([part, options]) => {
      const { violations } = await axe.run(part, options);
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
  expect(found, state).toEqual([]);
}

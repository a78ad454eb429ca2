// What axe says about a page as it stands.

import type { Page } from "@playwright/test";
import axe from "axe-core";
import { expect } from "./site";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Brings axe into the page, once for as many runs as follow. */
export async function bringAxe(page: Page): Promise<void> {
  await page.evaluate(axe.source);
}

/**
 * Expects axe to find nothing. Contrast is held to 7:1, larger text to 4.5:1; the words of a filled button
 * and of a figure to 4.5:1.
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  const found = await page.evaluate(async (tags) => {
    const { violations } = await axe.run(document, {
      elementRef: true,
      resultTypes: ["violations"],
      runOnly: tags,
      rules: { "color-contrast-enhanced": { enabled: true } },
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes
        .filter(({ element }) => id !== "color-contrast-enhanced" || !element?.closest(".button, figure"))
        .map(({ target, any }) => `${id}: ${target.join(" ")} ${any[0]?.message ?? ""}`),
    );
  }, tags);
  expect(found, state).toEqual([]);
}

/** Expects it at each width and in both schemes. */
export async function expectAccessibleEverywhere(
  page: Page,
  widths: readonly number[] = [360, 768, 1440],
): Promise<void> {
  await bringAxe(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, `${width} px, ${colorScheme}`);
    }
  }
}

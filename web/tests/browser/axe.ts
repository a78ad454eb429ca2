// What axe says about a page as it stands.

import type { Page } from "@playwright/test";
import axe from "axe-core";
import { expect } from "./site";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Brings axe into the page, once for as many runs as follow. */
export async function bringAxe(page: Page): Promise<void> {
  await page.evaluate(axe.source);
}

/** What depends on colours, and so on the scheme. */
const colors = ["color-contrast", "color-contrast-enhanced", "link-in-text-block"];

/**
 * Expects axe to find nothing at each width, and nothing in the colours of both schemes. Contrast is held to 7:1,
 * larger text to 4.5:1; the words of a filled button and of a figure to 4.5:1.
 */
export async function expectAccessibleEverywhere(
  page: Page,
  widths: readonly number[] = [360, 768, 1440],
): Promise<void> {
  await bringAxe(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForFunction(wideTablesAreMarked);
    await page.emulateMedia({ colorScheme: "light" });
    const rules = { "color-contrast-enhanced": { enabled: true } };
    await expectNothing(page, `${width} px, light`, { runOnly: tags, rules });
    await page.emulateMedia({ colorScheme: "dark" });
    await expectNothing(page, `${width} px, dark`, { runOnly: { type: "rule", values: colors } });
  }
}

/** The page's script gives the keyboard what scrolls at this width, a moment after the width has changed. */
function wideTablesAreMarked(): boolean {
  const frames = [...document.querySelectorAll(".table")];
  return frames.every((frame) => frame.scrollWidth > frame.clientWidth === frame.hasAttribute("tabindex"));
}

async function expectNothing(page: Page, state: string, options: axe.RunOptions): Promise<void> {
  const found = await page.evaluate(
    async (options) => {
      const { violations } = await axe.run(document, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes
          .filter(({ element }) => id !== "color-contrast-enhanced" || !element?.closest(".button, figure"))
          .map(({ target, any }) => `${id}: ${target.join(" ")} ${any[0]?.message ?? ""}`),
      );
    },
    { elementRef: true, resultTypes: ["violations"], preload: false, ...options } satisfies axe.RunOptions,
  );
  expect(found, state).toEqual([]);
}

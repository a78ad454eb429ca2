// Runs axe on a page in its current state.

import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { expect } from "./site";

const source = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** Elements whose words need only the lowest contrast; all other words need more, unless they are large. */
const fainter = ".button, figure";
const LEAST = 4.5;
/** Without the minimum of 0, the rule would leave fainter words to another rule, which would check all words again. */
const contrastOptions = {
  contrastRatio: { normal: { expected: 7, minThreshold: 0 }, large: { expected: LEAST, minThreshold: 0 } },
};

/** A run of axe; axe's types lack the option to change the options of a check. */
type Run = axe.RunOptions & { checks?: object };

const only = (...values: string[]): Run => ({ runOnly: { type: "rule", values } });
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const checks = { "color-contrast-enhanced": { options: contrastOptions } };
const markup: Run = {
  runOnly: tags,
  rules: { "color-contrast": { enabled: false }, "link-in-text-block": { enabled: false } },
};
/** One run, because the rules share their results about each element. */
const everything: Run = {
  runOnly: tags,
  rules: { "color-contrast": { enabled: false }, "color-contrast-enhanced": { enabled: true } },
  checks,
};
const colors: Run = { ...only("color-contrast-enhanced", "link-in-text-block"), checks };
/** The rules whose results can depend on the window's width, even for elements that are visible at every width. */
const sizes = only("target-size", "scrollable-region-focusable");

/**
 * Expects no violation: in the light scheme at the first width, in the dark one at the last, and for the rules that depend
 * on width at those between. Each end shows elements that the other one hides. `part` is a selector. Contrast must be 7:1;
 * for larger text, and for words in a filled button or a figure, 4.5:1.
 */
export async function expectAccessible(
  page: Page,
  widths: readonly [number, ...number[]],
  part = "html",
): Promise<void> {
  for (const [at, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 900 });
    if (at === 0) await expectNothing(page, part, everything);
    else if (at < widths.length - 1) await expectNothing(page, part, sizes);
    else await inTheDark(page, () => expectNothing(page, part, everything));
  }
  if (widths.length === 1) await inTheDark(page, () => expectNothing(page, part, colors));
}

/** Expects no violation of the rules that don't depend on color, in the current window. */
export async function expectAccessibleMarkup(page: Page, part: string): Promise<void> {
  await expectNothing(page, part, markup);
}

/** Expects no violation in the colors of both schemes, in the current window. */
export async function expectAccessibleColors(page: Page): Promise<void> {
  await expectNothing(page, "html", colors);
  await inTheDark(page, () => expectNothing(page, "html", colors));
}

async function inTheDark(page: Page, look: () => Promise<void>): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await look();
  await page.emulateMedia({ colorScheme: "light" });
}

/** The page's script makes wide tables focusable a moment after the width changes. Runs in the page. */
function wideTablesAreMarked(): boolean {
  const frames = [...document.querySelectorAll(".table")];
  return frames.every((frame) => frame.scrollWidth > frame.clientWidth === frame.hasAttribute("tabindex"));
}

async function expectNothing(page: Page, part: string, run: Run): Promise<void> {
  await page.waitForFunction(wideTablesAreMarked);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const found = await page.evaluate(
    async ([part, fainter, least, run]) => {
      const { violations } = await (window as never as { axe: typeof axe }).axe.run(part, run);
      const found: string[] = [];
      for (const { id, nodes } of violations) {
        for (const { element, target, any } of nodes) {
          const mayBeFainter = id === "color-contrast-enhanced" && element?.closest(fainter);
          if (mayBeFainter && any[0]?.data.contrastRatio >= least) continue;
          found.push(`${id}: ${target.join(" ")} ${any[0]?.message ?? ""}`);
        }
      }
      return found;
    },
    [
      part,
      fainter,
      LEAST,
      { elementRef: true, resultTypes: ["violations"], preload: false, ...run },
    ] satisfies [string, string, number, Run],
  );
  const scheme = await page.evaluate(() =>
    matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
  );
  expect(found, `${page.viewportSize()?.width} px, ${scheme}`).toEqual([]);
}

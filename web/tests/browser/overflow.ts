// Words that don't fit.

import type { Page } from "@playwright/test";
import { sticksOut } from "./site";

/** The elements that extend past the sides of the window, or that their box cuts off. */
export async function faults(page: Page): Promise<string[]> {
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        const cuts = [overflowX, overflowY].some((how) => how === "hidden" || how === "clip");
        if (!cuts || element.matches("html, body, input, img, svg, .visually-hidden")) return false;
        const { right, bottom } = element.getBoundingClientRect();
        return [...element.querySelectorAll(":not(:has(*))")].some((inner) => {
          const box = inner.getBoundingClientRect();
          return inner.textContent && (box.right > right + 1 || box.bottom > bottom + 1);
        });
      })
      .map(({ tagName, className }) => `cuts off: ${tagName} ${className}`),
  );
  return [...(await sticksOut(page)), ...cut];
}

// The focus is always visible and never covered.

import { expect, type Page } from "@playwright/test";
import { contrast } from "./contrast";
import { content, test } from "./site";

const article = content.articles.find(({ matter }) => matter.references.length > 0)?.route ?? "";
/** Every kind of block, the filter for articles, and an article with references. */
const kinds = ["/everything", "/questions-to-ask", "/blog", article];

for (const route of kinds) {
  for (const width of [360, 1440]) {
    test(`every stop on ${route} at ${width} px can be seen`, { tag: "@keyboard" }, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(route);
      const stops = await page.evaluate(
        () =>
          [
            ...document.querySelectorAll<HTMLElement>("a[href], button, input, summary, [tabindex='0']"),
          ].filter((element) => element.checkVisibility({ visibilityProperty: true })).length,
      );
      const faults: string[] = [];
      let seen = 0;
      for (; seen <= stops + 5; seen += 1) {
        await page.keyboard.press("Tab");
        const stop = await look(page);
        if (stop === null) break;
        if (stop.fault) faults.push(`${stop.name}: ${stop.fault}`);
      }
      expect(faults).toEqual([]);
      expect(seen, "each stop is reached once").toBe(stops);
    });
  }
}

/** The focused element's place, and any fault in its visibility; null if it has left the page. */
async function look(page: Page): Promise<{ name: string; fault: string } | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const name = `${element.tagName} ${element.textContent?.trim().slice(0, 40)}`;
    const ringed = element.matches("input") ? (element.closest(".calculator-amount") ?? element) : element;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(ringed);
    const box = element.getBoundingClientRect();
    const inside =
      box.top >= -1 && box.bottom <= innerHeight + 1 && box.left >= -1 && box.right <= innerWidth + 1;
    const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const line = [...element.getClientRects()][0] ?? box;
    const overLine = document.elementFromPoint(line.left + line.width / 2, line.top + line.height / 2);
    const covered = ![over, overLine].some(
      (top) => top && (element.contains(top) || top.contains(element) || top === element),
    );
    let fault = "";
    if (outlineStyle === "none" || Number.parseFloat(outlineWidth) < 2) fault = `no ring (${outlineStyle})`;
    else if (/, 0\)$|transparent/.test(outlineColor)) fault = "a ring without color";
    else if (!inside && box.height < innerHeight) fault = `out of sight (${box.top} to ${box.bottom})`;
    else if (covered) fault = `behind ${over?.tagName} ${over?.className}`;
    return { name, fault };
  });
}

test("the ring stands out from what is around it by 3:1, in both schemes", { tag: "@contrast" }, async ({
  page,
}) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto("/");
    for (const place of [".site-header a", ".hero a.button", "main .block a", ".site-footer a"]) {
      const link = page.locator(`${place}:visible`).first();
      await page.keyboard.press("Tab");
      await link.focus();
      const [ring, ground] = await link.evaluate((element) => {
        // The color that the nearest background declares; pictures and gradients lie over it.
        const probe = document.createElement("i");
        element.append(probe);
        const sheet = new CSSStyleSheet();
        sheet.replaceSync("i { color: var(--ground) !important }");
        document.adoptedStyleSheets = [sheet];
        const { color } = getComputedStyle(probe);
        probe.remove();
        return [getComputedStyle(element).outlineColor, color];
      });
      expect(contrast(ring ?? "", ground ?? ""), `${place}, ${colorScheme}`).toBeGreaterThanOrEqual(3);
    }
  }
});

test("the skip link comes first, shows itself, and leads past the header", async ({ page }) => {
  for (const route of ["/about", "/blog", article]) {
    await page.goto(route);
    const skip = page.locator(".skip-link");
    await page.keyboard.press("Tab");
    await expect(skip).toBeFocused();
    const box = await skip.boundingBox();
    expect(box?.width).toBeGreaterThan(100);
    expect(await skip.evaluate((link) => getComputedStyle(link).clipPath)).toBe("none");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
  }
});

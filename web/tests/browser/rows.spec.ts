// The alignment of cards and small blocks in rows.

import { contrast } from "./contrast";
import { expect, inFaces, styled, test } from "./site";

test("rows of cards are full, and their cards of one width, however many there are", async ({ page }) => {
  await page.goto("/everything");
  for (const width of [360, 640, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (let count = 1; count <= 9; count += 1) {
      const rows = await page.locator(".service_cards .full-rows").evaluate((list, count) => {
        const [card] = list.children;
        if (!card) return [];
        list.replaceChildren(...Array.from({ length: count }, () => card.cloneNode(true)));

        const rows = new Map<number, number[]>();
        for (const each of list.children) {
          const { top, width } = each.getBoundingClientRect();
          rows.set(top, [...(rows.get(top) ?? []), Math.round(width)]);
        }
        return [...rows.values()];
      }, count);
      expect(rows.flat(), `${count} cards at ${width} px`).toHaveLength(count);
      for (const row of rows) expect(row, `${count} cards at ${width} px`).toEqual(rows[0]);
    }
  }
});

test("small blocks that follow each other share a row where there is room", async ({ page }) => {
  await page.goto("/everything");
  await inFaces(page);
  for (const [width, rows] of [
    [1440, 1],
    [768, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const tops = await page
      .locator(".block-row .block")
      .evaluateAll((blocks) => blocks.map((block) => block.getBoundingClientRect().top));
    expect(tops).toHaveLength(2);
    expect(new Set(tops).size, `${width} px`).toBe(rows);
  }
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the edge of a card shows on both sides of it in the ${colorScheme} scheme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto("/everything");
    await styled(page);
    for (const card of await page.locator("main .card").all()) {
      const [edge, surface, ground] = await card.evaluate((card) => {
        const { borderTopColor, backgroundColor } = getComputedStyle(card);
        const section = getComputedStyle(card.closest(".block") ?? card).backgroundColor;
        const page = getComputedStyle(document.documentElement).backgroundColor;
        return [borderTopColor, backgroundColor, section === "rgba(0, 0, 0, 0)" ? page : section] as const;
      });
      expect(contrast(edge, surface)).toBeGreaterThanOrEqual(3);
      expect(contrast(edge, ground)).toBeGreaterThanOrEqual(3);
    }
  });
}

test("forced colors keep the marks of a list of features", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/everything");
  const mark = await page
    .locator(".features > li")
    .first()
    .evaluate((item) => {
      const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(item, "::before");
      return { width: Number.parseFloat(borderTopWidth), borderTopColor, backgroundColor };
    });
  expect(mark.width).toBeGreaterThan(2);
  expect(mark.borderTopColor).not.toBe(mark.backgroundColor);
});

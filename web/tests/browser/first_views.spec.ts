// The first view shows what people come for, on the fixture site's pages that open with a compact hero.

import type { Locator } from "@playwright/test";
import { blockOf, content, expect, inFaces, test } from "./site";

const sizes = [
  [1440, 900],
  [1024, 768],
  [768, 1024],
  [390, 844],
  [360, 640],
] as const;

/** Expects at least one element, and all of them in view. */
async function inView(elements: Locator, height: number): Promise<void> {
  const boxes = await elements.evaluateAll((all) =>
    all.map((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return { top, bottom, text: element.textContent };
    }),
  );
  expect(boxes.length).toBeGreaterThan(0);
  for (const { top, bottom, text } of boxes) {
    expect(top, text).toBeGreaterThanOrEqual(0);
    expect(bottom, text).toBeLessThanOrEqual(height);
  }
}

for (const [width, height] of sizes) {
  test(`/schedule has its buttons and the phone, and /contact the phone and the address, in ${width} x ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/schedule");
    await inFaces(page);
    const { groups } = blockOf("/schedule", "appointments");
    const buttons = page.locator(".appointments .button");
    await expect(buttons).toHaveCount(groups.flatMap(({ appointments }) => appointments).length);
    await inView(buttons, height);
    await inView(page.locator(".hero a[href^='tel:']"), height);

    await page.goto("/contact");
    await inFaces(page);
    await inView(page.locator(".hero a[href^='tel:']"), height);
    await inView(page.getByRole("link", { name: content.site.contact.email }).first(), height);
  });
}

test("a compact opening has its picture beside the words, and none on a phone", async ({ page }) => {
  await page.goto("/contact");
  const picture = page.locator(".hero-picture");
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    if (width < 640) {
      await expect(picture).toBeHidden();
      continue;
    }
    const words = await page.locator(".hero-words").boundingBox();
    const box = await picture.boundingBox();
    if (!words || !box) throw new Error("expected words and a picture in sight");
    expect(box.x).toBeGreaterThanOrEqual(words.x + words.width);
    expect(box.width).toBeLessThan(words.width);
  }
});

test("cards of contact stand in full rows", async ({ page }) => {
  await page.goto("/contact");
  const cards = page.locator(".contact_cards .contact-card");
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const rows = new Map<number, number[]>();
    for (const card of await cards.all()) {
      const box = await card.boundingBox();
      if (!box) throw new Error("expected a card in sight");
      const row = rows.get(Math.round(box.y)) ?? [];
      rows.set(Math.round(box.y), [...row, Math.round(box.width)]);
    }
    expect(new Set([...rows.values()].flat()).size, `widths at ${width}`).toBe(1);
  }
});

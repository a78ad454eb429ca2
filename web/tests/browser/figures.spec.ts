import { blockOf, expect, test } from "./site";

const { entries } = blockOf("/about", "calendar");

test("the year is a list, and beside it a wheel where there is room", async ({ page }) => {
  await page.goto("/about");
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 900 });
    for (const { title } of entries)
      await expect(page.locator(".calendar").getByRole("heading", { name: title })).toBeVisible();
    await expect(page.locator(".calendar-wheel")).toBeVisible({ visible: width >= 768 });
  }
  await expect(page.locator(".calendar-mark > text:not(:has(textPath))")).toHaveText(
    entries.flatMap(({ when }) => (when.to === null ? (when.from.day ?? []) : [])).map(String),
  );
});

test("on paper the year is its list, and the fees are the table, without a calculator", {
  tag: "@print",
}, async ({ page }) => {
  await page.emulateMedia({ media: "print" });
  await page.goto("/about");
  await expect(page.locator(".calendar-wheel")).toBeHidden();
  await expect(page.locator(".calendar-entry").first()).toBeVisible();
  await page.goto("/fees");
  await expect(page.locator(".fee_tiers").first()).toBeVisible();
  await expect(page.locator(".calculator")).toBeHidden();
  await expect(page.locator(".tiers")).toHaveCount(2);
  for (const tiers of await page.locator(".tiers").all()) await expect(tiers).toBeVisible();
});

for (const [route, figure, parts] of [
  ["/schedule", ".process >> nth=0 >> .process-step", 3],
  ["/questions-to-ask", ".bucket", 3],
  ["/blog/a-long-walk", ".bucket", 3],
] as const) {
  test(`the parts of a figure stand in a row where there is room, else below one another: ${figure} of ${route}`, async ({
    page,
  }) => {
    await page.goto(route);
    for (const [width, side] of [
      [360, "top"],
      [1440, "left"],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const places = await page
        .locator(figure)
        .evaluateAll((all, side) => all.map((part) => part.getBoundingClientRect()[side]), side);
      expect(places).toHaveLength(parts);
      expect(places, `${width} px`).toEqual([...new Set(places)].sort((a, b) => a - b));
    }
  });
}

import { blockOf, expect, pageWith, test } from "./site";

const year = pageWith("calendar");
const calendar = blockOf(year, "calendar");
const withBuckets = "/blog/a-long-walk";

for (const width of [360, 768, 1440]) {
  test(`the year can be read as a list at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(year);
    const section = page.locator(".calendar");
    await expect(section.locator("time, .year-when > span:first-child")).toHaveText(
      calendar.entries.map(({ when }) => when.label),
    );
    for (const { title } of calendar.entries) {
      await expect(section.getByRole("heading", { name: title })).toBeVisible();
    }
    await expect(section.locator(".wheel")).toBeVisible({ visible: width >= 768 });
  });
}

test("the wheel marks every entry that is a day with its number", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(year);
  const days = calendar.entries.filter(({ when }) => when.to === null && when.from.day !== null);
  await expect(page.locator(".wheel-mark > text:not(:has(textPath))")).toHaveText(
    days.map(({ when }) => String(when.from.day)),
  );
});

test("on paper the year is its list", async ({ page }) => {
  await page.emulateMedia({ media: "print" });
  await page.goto(year);
  await expect(page.locator(".wheel")).toBeHidden();
  await expect(page.locator(".year-entry").first()).toBeVisible();
});

test("on paper the fees are the table, without a calculator", async ({ page }) => {
  await page.emulateMedia({ media: "print" });
  await page.goto("/fees");
  await expect(page.locator(".fee_tiers").first()).toBeVisible();
  await expect(page.locator(".fee_calculator")).toBeHidden();
});

test("the steps stand in a row where there is room, and below one another where there is not", async ({
  page,
}) => {
  await page.goto("/schedule");
  const steps = page.locator(".process").first().locator(".step");
  const tops = () => steps.evaluateAll((all) => all.map((step) => step.getBoundingClientRect().top));
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(new Set(await tops()).size).toBe(1);
  await page.setViewportSize({ width: 360, height: 900 });
  expect(new Set(await tops()).size).toBe(await steps.count());
});

for (const [route, width, across] of [
  [pageWith("buckets"), 360, false],
  [pageWith("buckets"), 1440, true],
  [withBuckets, 360, false],
  [withBuckets, 1440, true],
] as const) {
  test(`the buckets follow the years ${across ? "across" : "down"} on ${route}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(route);
    const places = await page
      .locator(".bucket")
      .evaluateAll((all) =>
        all.map((bucket) => bucket.getBoundingClientRect()[innerWidth > 640 ? "left" : "top"]),
      );
    expect(places).toHaveLength(3);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(new Set(places).size).toBe(3);
  });
}

import { blockOf, expect, pageWith, test } from "./site";

const year = pageWith("calendar");
const calendar = blockOf(year, "calendar");

test("the year is a list, and beside it a wheel where there is room", async ({ page }) => {
  await page.goto(year);
  const section = page.locator(".calendar");
  await expect(section.locator("time, .year-when > span:first-child")).toHaveText(
    calendar.entries.map(({ when }) => when.label),
  );
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 900 });
    for (const { title } of calendar.entries)
      await expect(section.getByRole("heading", { name: title })).toBeVisible();
    await expect(section.locator(".wheel")).toBeVisible({ visible: width >= 768 });
  }
  await expect(section.locator(".wheel-mark > text:not(:has(textPath))")).toHaveText(
    calendar.entries.flatMap(({ when }) => (when.to === null ? (when.from.day ?? []) : [])).map(String),
  );
});

test("on paper the year is its list, and the fees are the table, without a calculator", async ({ page }) => {
  await page.emulateMedia({ media: "print" });
  await page.goto(year);
  await expect(page.locator(".wheel")).toBeHidden();
  await expect(page.locator(".year-entry").first()).toBeVisible();
  await page.goto("/fees");
  await expect(page.locator(".fee_tiers").first()).toBeVisible();
  await expect(page.locator(".calculator")).toBeHidden();
  await expect(page.locator(".tiers")).toHaveCount(2);
  for (const tiers of await page.locator(".tiers").all()) await expect(tiers).toBeVisible();
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

test("the buckets follow the years, across where there is room and down where there is not", async ({
  page,
}) => {
  for (const route of [pageWith("buckets"), "/blog/a-long-walk"]) {
    await page.goto(route);
    for (const [width, side] of [
      [360, "top"],
      [1440, "left"],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const places = await page
        .locator(".bucket")
        .evaluateAll((all, side) => all.map((bucket) => bucket.getBoundingClientRect()[side]), side);
      expect(places).toHaveLength(3);
      expect(places, `${route} at ${width} px`).toEqual([...new Set(places)].sort((a, b) => a - b));
    }
  }
});

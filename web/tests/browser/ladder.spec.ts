import type { Page } from "@playwright/test";
import { tierOf } from "../../src/fees/schedule";
import { blockOf, content, expect, test } from "./site";

const block = blockOf("/fees", "fee_calculator");
const schedule = content.fees.schedules[block.schedule];
if (!schedule) throw new Error(`expected a schedule ${block.schedule}`);

async function enter(page: Page, value: string): Promise<void> {
  await page.getByLabel(block.label).fill(value);
  await expect(page.locator("[data-island=fee_calculator][data-started]")).toBeAttached();
}

/** How far along its tier the mark stands, from 0 to 1, as it is drawn. */
async function share(page: Page): Promise<number> {
  return page.locator(".rung-marked").evaluate(async (rung) => {
    await Promise.all(rung.getAnimations({ subtree: true }).map(({ finished }) => finished));
    return Number.parseFloat(getComputedStyle(rung, "::before").inlineSize) / rung.clientWidth;
  });
}

test("shows every tier of the calculator's schedule and marks none until there is a value", async ({
  page,
}) => {
  await page.goto("/fees");
  await expect(page.locator(".rung-range")).toHaveText(schedule.tiers.map(({ label }) => label));
  await expect(page.getByText(block.mark_label)).toHaveCount(0);
});

for (const value of [
  "1",
  "249999",
  "250000",
  "1000000",
  "1000001",
  "3500000",
  "5000000",
  "5000001",
  "99999999",
]) {
  test(`marks the tier of ${value}, and says so`, async ({ page }) => {
    await page.goto("/fees");
    await enter(page, value);
    const marked = page.getByRole("listitem").filter({ hasText: block.mark_label });
    await expect(marked).toHaveCount(1);
    await expect(marked).toContainText(tierOf(schedule, BigInt(value)).label);
    await expect(page.locator(".calculator .result")).toContainText(tierOf(schedule, BigInt(value)).label);
  });
}

test("moves along the tier as somebody types, and leaves with the value", async ({ page }) => {
  await page.goto("/fees");
  await enter(page, "250000");
  expect(await share(page)).toBeCloseTo(0, 2);
  await enter(page, "625000");
  expect(await share(page)).toBeCloseTo(0.5, 2);
  await page.getByLabel(block.label).press("End");
  await page.getByLabel(block.label).press("Backspace");
  await expect(page.locator(".rung-marked")).toContainText(tierOf(schedule, 62_500n).label);
  await enter(page, "1000000");
  expect(await share(page)).toBeCloseTo(1, 2);
  await enter(page, "");
  await expect(page.locator(".rung-marked")).toHaveCount(0);
});

test("opens with the value of the address marked", async ({ page }) => {
  await page.goto("/fees?portfolio=2000000");
  await expect(page.locator(".rung-marked")).toContainText(tierOf(schedule, 2_000_000n).label);
  expect(await share(page)).toBeCloseTo(0.5, 2);
});

test("the mark does not move what stands around it", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto("/fees");
  const height = () => page.locator(".ladder").evaluate((ladder) => ladder.clientHeight);
  const before = await height();
  for (const value of ["1000", "750000", "9000000"]) {
    await enter(page, value);
    expect(await height(), value).toBe(before);
  }
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("the ladder stands, readable and unmarked", async ({ page }) => {
    await page.goto("/fees");
    await expect(page.locator(".rung").first()).toBeVisible();
    await expect(page.locator(".rung-range")).toHaveText(schedule.tiers.map(({ label }) => label));
    await expect(page.locator(".rung-marked")).toHaveCount(0);
  });
});

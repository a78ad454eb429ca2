import { blockOf, content, expect, test } from "./site";

const block = blockOf("/fees", "fee_calculator");
const minimum = content.fees.schedules[block.schedule]?.minimum?.label ?? "";

test.beforeEach(async ({ page }) => {
  await page.goto("/fees");
});

test("asks for a value until there is one", async ({ page }) => {
  await expect(page.locator(".calculator")).toContainText(block.prompt);
  const field = page.getByLabel(block.label);
  await expect(field).toHaveAttribute("placeholder", "750,000");
  await field.fill("0");
  await expect(page.locator(".calculator")).toContainText(block.prompt);
});

test("keeps digits only, groups them, and answers without decimals", async ({ page }) => {
  const field = page.getByLabel(block.label);
  await field.pressSequentially("7a5 0.0-00");
  await expect(field).toHaveValue("750,000");
  const result = page.locator(".calculator .result");
  await expect(result).toContainText("1.25%");
  await expect(result).toContainText("$9,375");
  await expect(result).toContainText("$2,344");
});

test("keeps the caret where somebody is typing", async ({ page }) => {
  const field = page.getByLabel(block.label);
  await field.pressSequentially("1000000");
  await expect(field).toHaveValue("1,000,000");
  await field.press("Home");
  await field.press("ArrowRight");
  await field.pressSequentially("255");
  await expect(field).toHaveValue("1,255,000,000");
  expect(await field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(5);
});

for (const [value, answer] of [
  ["249999", minimum],
  ["250000", "1.25%"],
  ["1000000", "$12,500"],
  ["1000001", "1.00%"],
  ["5000001", "0.70%"],
] as const) {
  test(`answers ${answer} for ${value}`, async ({ page }) => {
    await page.getByLabel(block.label).fill(value);
    await expect(page.locator(".calculator .result")).toContainText(answer);
  });
}

test("tells a screen reader when the typing pauses, not at each key", async ({ page }) => {
  const field = page.getByLabel(block.label);
  await field.focus();
  await expect(page.locator("[data-island=fee_calculator][data-started]")).toBeAttached();
  const live = page.locator(".calculator [aria-live=polite]");
  await live.evaluate((element) => {
    new MutationObserver(() => {
      element.dataset.said = String(Number(element.dataset.said ?? 0) + 1);
    }).observe(element, { childList: true, characterData: true, subtree: true });
  });
  await field.pressSequentially("750000");
  await expect(live).toContainText("$9,375");
  await expect(live).toHaveAttribute("data-said", "1");
});

test("opens with the value of the address", async ({ page }) => {
  await page.goto("/fees?portfolio=750000");
  await expect(page.getByLabel(block.label)).toHaveValue("750,000");
  await expect(page.locator(".calculator .result")).toContainText("$9,375");
});

test("stays in its box with absurdly long input", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.getByLabel(block.label).fill("9".repeat(500));
  await expect(page.locator(".calculator .result")).toContainText("$");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

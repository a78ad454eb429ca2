import { test as base, type Locator, type Page } from "@playwright/test";
import { tierOf } from "../../src/fees/schedule";
import { withCaret } from "../engines/reading";
import { blockOf, content, errorsOf, expect, heldBack, pausedClock, started, test } from "./site";

const block = blockOf("/fees", "fee_calculator");
const { prompt } = block;
const schedule = content.fees.schedules[block.schedule];
if (!schedule) throw new Error(`expected a schedule ${block.schedule}`);
const least = schedule.minimum?.label ?? "";

const field = (page: Page) => page.getByLabel(block.label);
const result = (page: Page) => page.locator(".calculator .result");
const live = (page: Page) => page.locator(".calculator [aria-live=polite]");

/** The place of a mark on its tier as it is drawn, from 0 to 1. */
const shareOf = (marked: Locator) =>
  marked.evaluate(async (step) => {
    await Promise.all(step.getAnimations({ subtree: true }).map(({ finished }) => finished));
    return Number.parseFloat(getComputedStyle(step, "::before").inlineSize) / step.clientWidth;
  });

test.describe("the calculator", () => {
  test.beforeEach(async ({ page }) => {
    await page.goto("/fees");
    await field(page).focus();
    await started(page, "fee_calculator");
  });

  test("what is dropped loses all but its digits", async ({ page }) => {
    await page.evaluate(() => {
      const source = document.createElement("p");
      source.id = "source";
      source.textContent = "about750000dollars";
      document.querySelector(".calculator")?.before(source);
      getSelection()?.selectAllChildren(source);
    });
    const source = await page.locator("#source").boundingBox();
    const target = await field(page).boundingBox();
    if (!source || !target) throw new Error("expected a text and a field");
    await page.mouse.move(source.x + 30, source.y + source.height / 2);
    await page.mouse.down();
    await page.mouse.move(source.x + 60, source.y + source.height / 2 + 5, { steps: 4 });
    await page.mouse.move(target.x + 40, target.y + target.height / 2, { steps: 8 });
    await page.mouse.up();
    await expect(field(page)).toHaveValue("750,000");
    await expect(result(page)).toContainText("$9,375");
  });

  test("an input method is left to finish, and then tidied", async ({ page }) => {
    const devtools = await page.context().newCDPSession(page);
    for (const text of ["1", "12", "123", "1234"]) {
      await devtools.send("Input.imeSetComposition", {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
      await expect(field(page)).toHaveValue(text);
    }
    await devtools.send("Input.insertText", { text: "1234千5" });
    expect(await page.evaluate(withCaret, ".calculator input")).toBe("12,345|");
  });

  test("says what it can't work with, and loses no digit of it", async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    const most = "9".repeat(15);
    await field(page).fill(most);
    await expect(result(page).locator("dl")).toBeVisible();
    await field(page).fill("9".repeat(10_015));
    await expect(result(page)).toHaveText(/more than the calculator works with.*15 digits/);
    await expect(live(page)).toContainText("15 digits");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.keyboard.press("9");
    expect((await field(page).inputValue()).replaceAll(",", "")).toBe("9".repeat(10_016));
    await field(page).fill(`000${most}`);
    await expect(result(page).locator("dl"), "leading zeros are no amount").toBeVisible();
  });

  test("answers by the tiers of its schedule, and marks how far along its tier a value is", async ({
    page,
  }) => {
    // The tiers are drawn once on the page; the result is one step of theirs.
    for (const { label } of schedule.tiers)
      await expect(page.getByText(label, { exact: true })).toHaveCount(1);
    const { tier_label, rate_label, annual_label, quarterly_label } = block;
    for (const [value, share, ...charges] of [
      ["249999", 1, least],
      ["250000", 0, "1.25%", "$3,125", "$781"],
      ["625000", 0.5, "1.25%", "$7,813", "$1,953"],
      ["1000001", 0, "1.00%", "$10,000", "$2,500"],
      ["5000000", 1, "0.80%", "$40,000", "$10,000"],
      ["99999999", 0.95, "0.70%", "$700,000", "$175,000"],
    ] as const) {
      await field(page).fill(value);
      const { label } = tierOf(schedule, BigInt(value));
      await expect(result(page).locator("dd")).toHaveText([label, block.mark_label, ...charges]);
      const labels = charges.length === 1 ? [annual_label] : [rate_label, annual_label, quarterly_label];
      await expect(result(page).locator("dt")).toHaveText([tier_label, ...labels]);
      expect(await shareOf(result(page).locator(".step")), value).toBeCloseTo(share, 2);
    }
  });
});

test("tells a screen reader when the typing pauses, not at each key", async ({ page }) => {
  await pausedClock(page, "/fees");
  await field(page).focus();
  await started(page, "fee_calculator");
  await live(page).evaluate((element) => {
    element.dataset.said = "";
    new MutationObserver(() => {
      element.dataset.said += `${element.textContent}\n`;
    }).observe(element, { childList: true, characterData: true, subtree: true });
  });
  for (const digit of "750000") {
    await page.keyboard.press(digit);
    await page.clock.runFor(500);
  }
  await expect(result(page), "the eye need not wait").toContainText("$9,375");
  await page.clock.runFor(299);
  await expect(live(page)).toHaveAttribute("data-said", "");
  await page.clock.runFor(1);
  await expect(live(page)).toHaveAttribute("data-said", /^[^\n]*\$9,375[^\n]*\n$/);
  await expect(live(page)).toHaveText(/1\.25%.*\$9,375.*\$2,344/);
  await page.clock.runFor(10_000);
  await expect(live(page)).toHaveAttribute("data-said", /^[^\n]*\n$/);
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await page.clock.runFor(800);
  await expect(live(page), "an answer to nothing is taken back").toHaveText("");
});

test("opens with the value of the address, and takes no harm from one", async ({ page }) => {
  for (const [query, value, answer] of [
    ["750000", "750,000", "$9,375"],
    ["%24750000", "750,000", "$9,375"],
    ["1e9", "19", least],
    ['"><img src=x onerror="document.title=\'hacked\'">', "", prompt],
    ["%00%ff%e2%80%ae", "", prompt],
    ["9".repeat(2000), null, "more than the calculator works with"],
  ] as const) {
    const address = /[<">]/.test(query) ? encodeURIComponent(query) : query;
    await page.goto(`/fees?portfolio=${address}`);
    await started(page, "fee_calculator");
    if (value !== null) await expect(field(page), query).toHaveValue(value);
    await expect(result(page), query.slice(0, 40)).toContainText(answer);
    await expect(page).not.toHaveTitle(/hacked/);
    await expect(page.locator(".calculator :is(script, img)")).toHaveCount(0);
    await expect(page.locator(".step")).toHaveCount(/\$|^3/.test(answer) || answer === least ? 1 : 0);
  }
});

base.describe("without its script", () => {
  for (const hands of ["a hand", "a hand and a translator"]) {
    base(`what ${hands} did before it arrives is taken over`, async ({ page }) => {
      const errors = errorsOf(page);
      const arrive = await heldBack(page, /\/assets\/fee_calculator/);
      await page.goto("/fees");
      if (hands.includes("translator"))
        await page.locator(".calculator").evaluate((calculator) => {
          for (const element of calculator.querySelectorAll("label, .prompt")) {
            const font = document.createElement("font");
            font.textContent = `Translated: ${element.textContent}`;
            element.replaceChildren(font);
          }
        });
      await field(page).focus();
      await page.keyboard.type("$750000");
      await page.keyboard.press("ArrowLeft");
      arrive();
      await expect(result(page)).toContainText("$9,375");
      await expect(field(page)).toBeFocused();
      expect(await page.evaluate(withCaret, ".calculator input")).toBe("750,00|0");
      expect(errors).toEqual([]);
    });
  }
});

import { test as base, type Locator, type Page } from "@playwright/test";
import { tierOf } from "../../src/fees/schedule";
import { withCaret } from "../engines/reading";
import { blockOf, content, errorsOf, expect, heldBack, inFaces, pausedClock, started, test } from "./site";

const block = blockOf("/fees", "fee_calculator");
const { prompt } = block;
const schedule = content.fees.schedules[block.schedule];
if (!schedule) throw new Error(`expected a schedule ${block.schedule}`);
const least = schedule.minimum?.label ?? "";

const field = (page: Page) => page.getByLabel(block.label);
const result = (page: Page) => page.locator(".calculator .calculator-result");
const live = (page: Page) => page.locator(".calculator [aria-live=polite]");

/** The position of a mark within its tier as drawn, from 0 to 1. */
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
    await expect(result(page)).toHaveText(block.too_long);
    await expect(field(page)).toHaveAttribute("aria-invalid", "true");
    await expect(live(page)).toHaveText(block.too_long);
    // Screen readers also say a description that changes while the visitor types.
    await expect(field(page), "it's said once").toHaveAccessibleDescription("");
    await field(page).blur();
    await field(page).focus();
    await expect(field(page)).toHaveAccessibleDescription(block.too_long);
    await expect(page.locator(".calculator-example"), "examples stand where nothing is entered").toHaveCount(
      0,
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.keyboard.press("9");
    expect((await field(page).inputValue()).replaceAll(",", "")).toBe("9".repeat(10_016));
    await field(page).fill(`000${most}`);
    await expect(result(page).locator("dl"), "leading zeros are no amount").toBeVisible();
    await expect(field(page)).not.toHaveAttribute("aria-invalid");
  });

  test("answers by the tiers of its schedule, and marks how far along its tier a value is", async ({
    page,
  }) => {
    // The page draws the tiers once; the result marks one of them.
    for (const { label } of schedule.tiers)
      await expect(page.getByText(label, { exact: true })).toHaveCount(1);
    const { tier_label, rate_label, annual_label, quarterly_label } = block;
    for (const [value, share, ...charges] of [
      ["249999", 1, least],
      ["250000", 0, "$3,125", "$781", "1.25%"],
      ["625000", 0.5, "$7,813", "$1,953", "1.25%"],
      ["1000001", 0, "$10,000", "$2,500", "1.00%"],
      ["5000000", 1, "$40,000", "$10,000", "0.80%"],
      ["99999999", 0.95, "$700,000", "$175,000", "0.70%"],
    ] as const) {
      await field(page).fill(value);
      const { label } = tierOf(schedule, BigInt(value));
      await expect(result(page).locator("dd")).toHaveText([...charges, label, block.mark_label]);
      const labels = charges.length === 1 ? [annual_label] : [annual_label, quarterly_label, rate_label];
      await expect(result(page).locator("dt")).toHaveText([...labels, tier_label]);
      await expect(result(page).getByText(block.leaves_out)).toBeVisible();
      await expect(result(page).getByRole("link", { name: block.action.label })).toHaveAttribute(
        "href",
        block.action.href.href,
      );
      expect(await shareOf(result(page).locator(".calculator-tier")), value).toBeCloseTo(share, 2);
    }
  });
});

test("tells a screen reader when the typing pauses, not at each key", { tag: "@announcements" }, async ({
  page,
}) => {
  await pausedClock(page, "/fees");
  await field(page).focus();
  await started(page, "fee_calculator");
  await expect(field(page)).toHaveAccessibleDescription(prompt);
  await page.clock.runFor(10_000);
  await expect(live(page), "nothing has changed").toHaveText("");
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
  await expect(live(page)).toHaveText(/\$9,375.*\$2,344.*1\.25%/);
  await page.clock.runFor(10_000);
  await expect(live(page)).toHaveAttribute("data-said", /^[^\n]*\n$/);
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await page.clock.runFor(800);
  await expect(live(page), "what is asked for takes the place of an answer to nothing").toHaveText(prompt);
});

test("opens with the value of the address, and takes no harm from one", async ({ page }) => {
  for (const [query, value, answer] of [
    ["750000", "750,000", "$9,375"],
    ["%24750000", "750,000", "$9,375"],
    ["1e9", "19", least],
    ['"><img src=x onerror="document.title=\'hacked\'">', "", prompt],
    ["%00%ff%e2%80%ae", "", prompt],
    ["9".repeat(2000), null, block.too_long],
  ] as const) {
    const address = /[<">]/.test(query) ? encodeURIComponent(query) : query;
    await page.goto(`/fees?from=mail&portfolio=${address}#calculator`);
    await started(page, "fee_calculator");
    await expect(page, "and takes it out of the address").toHaveURL("/fees?from=mail#calculator");
    if (value !== null) await expect(field(page), query).toHaveValue(value);
    await expect(result(page), query.slice(0, 40)).toContainText(answer);
    await expect(page).not.toHaveTitle(/hacked/);
    await expect(page.locator(".calculator :is(script, img)")).toHaveCount(0);
    await expect(page.locator(".calculator-tier")).toHaveCount(
      /\$|^3/.test(answer) || answer === least ? 1 : 0,
    );
  }
});

test("at rest shows what is asked for, and the examples in one sentence", async ({ page }) => {
  await page.goto("/fees");
  await expect(result(page)).toHaveText(prompt);
  await expect(page.locator(".calculator .calculator-example")).toHaveText(
    `${block.example_label}: $9,375 ${block.example_words} $750,000 and $20,000 ${block.example_words} $2,000,000.`,
  );
});

test("its script takes over the elements of the page, and replaces none", async ({ page }) => {
  await page.goto("/fees");
  const prerendered = await field(page).elementHandle();
  await field(page).focus();
  await started(page, "fee_calculator");
  await field(page).fill("750000");
  await expect(result(page).locator("dl")).toBeVisible();
  expect(await prerendered?.evaluate((input) => input.isConnected)).toBe(true);
});

test("says where the next tier begins with a lower fee, and only there", async ({ page }) => {
  await page.goto("/fees");
  const next = result(page).getByText(block.next_tier_label);
  for (const [value, lower] of [
    ["800000", null],
    ["800080", "$1,000,001: $10,000."],
    ["1000000", "$1,000,001: $10,000."],
    ["1000001", null],
    ["5000000", "$5,000,001: $35,000."],
    ["5000001", null],
    ["249999", null],
  ] as const) {
    await field(page).fill(value);
    await expect(result(page).locator("dl")).toBeVisible();
    if (lower === null) await expect(next, value).toHaveCount(0);
    else await expect(next, value).toHaveText(`${block.next_tier_label} ${lower}`);
  }
});

test.describe("an estimate to take along", () => {
  const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

  test("is a link with a fragment, which opens with the same fee", async ({ page, context, baseURL }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/fees");
    await field(page).fill("750000");
    await page.getByRole("button", { name: block.copy_label }).click();
    await expect(page.getByRole("status")).toHaveText(block.copied);
    expect(await copied(page)).toBe(`${baseURL}/fees#portfolio=750000`);
    await expect(page, "nothing is left in the address").toHaveURL("/fees");
    await field(page).fill("800000");
    await expect(page.getByRole("status"), "the link is of another value").toHaveText("");

    const another = await context.newPage();
    await another.goto("/fees#portfolio=750000");
    await expect(result(another)).toContainText("$9,375");
    await another.evaluate(() => location.assign("#portfolio=$2,000,000.00"));
    await expect(field(another)).toHaveValue("2,000,000");
    await expect(result(another)).toContainText("$20,000");
    await another.evaluate(() => location.assign("#calculator"));
    await expect(field(another), "another section asks for nothing").toHaveValue("2,000,000");
  });

  test("is in the address bar where the browser does not let a page copy", async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "clipboard", { value: undefined });
    });
    await page.goto("/fees");
    await field(page).fill("750000");
    await page.getByRole("button", { name: block.copy_label }).click();
    await expect(page.getByRole("status")).toHaveText(block.not_copied);
    await expect(page).toHaveURL("/fees#portfolio=750000");
  });

  test("is on paper, without its buttons; without a value, paper has the tiers alone", async ({ page }) => {
    await page.addInitScript(() => {
      window.print = () => document.body.classList.add("printed");
    });
    await page.goto("/fees");
    await page.emulateMedia({ media: "print" });
    await expect(page.locator(".calculator")).toBeHidden();
    await expect(page.locator(".fee_calculator .tiers")).toBeVisible();
    await page.emulateMedia({ media: null });
    await field(page).fill("750000");
    await page.getByRole("button", { name: block.print_label }).click();
    await expect(page.locator("body.printed")).toBeAttached();
    await page.emulateMedia({ media: "print" });
    await expect(field(page)).toBeVisible();
    await expect(field(page)).toHaveValue("750,000");
    await expect(result(page)).toContainText("$9,375");
    await expect(result(page).locator(".actions")).toBeHidden();
  });
});

/** The distances of an element's edges from the top of the window. */
async function edges(element: Locator): Promise<{ top: number; bottom: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error("expected an element in sight");
  return { top: box.y, bottom: box.y + box.height };
}

for (const [width, height, lowest] of [
  [390, 844, 650],
  [1440, 900, 650],
  [1024, 768, 768],
] as const) {
  test(`the field is in the first view of ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/fees");
    await inFaces(page);
    const { bottom } = await edges(field(page));
    expect(bottom).toBeLessThanOrEqual(lowest);
    expect((await edges(result(page))).top, "the answer is below the field").toBeGreaterThan(bottom);
    await field(page).fill("750000");
    expect((await edges(result(page).locator(".calculator-annual"))).bottom).toBeLessThanOrEqual(height);
  });
}

test("a low window shows the field and the fee together", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 400 });
  await page.goto("/fees");
  await inFaces(page);
  // At the lower edge of the window, where a field is in view.
  await field(page).evaluate((field) => scrollBy(0, field.getBoundingClientRect().bottom - innerHeight + 4));
  await field(page).focus();
  await started(page, "fee_calculator");
  await page.keyboard.type("750000");
  await expect(result(page)).toContainText("$9,375");
  expect((await edges(field(page))).top).toBeGreaterThanOrEqual(0);
  expect((await edges(result(page).locator(".calculator-annual"))).bottom).toBeLessThanOrEqual(400);
});

test("a link with a value shows the field and the fee in a low window, and leaves who has scrolled on", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 400 });
  await page.goto("/fees#portfolio=750000");
  await inFaces(page);
  await expect(result(page)).toContainText("$9,375");
  const inView = async () => {
    expect((await edges(field(page))).top).toBeGreaterThanOrEqual(0);
    expect((await edges(result(page).locator(".calculator-annual"))).bottom).toBeLessThanOrEqual(400);
  };
  await inView();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.evaluate(() => location.assign("#portfolio=2000000"));
  await expect(result(page)).toContainText("$20,000");
  await inView();

  const arrive = await heldBack(page, /\/assets\/fee_calculator/);
  await page.goto("/schedule");
  await page.goto("/fees#portfolio=750000");
  await page.evaluate(() => scrollTo(0, 1500));
  arrive();
  await started(page, "fee_calculator");
  await expect(result(page)).toContainText("$9,375");
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(1400);
});

base("says so where its script can't be had, and shows the tiers", async ({ page }) => {
  await page.route(/\/assets\/fee_calculator/, (route) => route.abort());
  await page.goto("/fees");
  await field(page).focus();
  await expect(page.getByRole("alert")).toHaveText(block.failed);
  await expect(page.locator(".calculator")).toBeHidden();
  await expect(page.locator(".fee_calculator .tiers")).toBeVisible();
});

base.describe("without its script", () => {
  for (const hands of ["a hand", "a hand and a translator"]) {
    base(`what ${hands} did before it arrives is taken over`, async ({ page }) => {
      const errors = errorsOf(page);
      const arrive = await heldBack(page, /\/assets\/fee_calculator/);
      await page.goto("/fees");
      if (hands.includes("translator"))
        await page.locator(".calculator").evaluate((calculator) => {
          for (const element of calculator.querySelectorAll("label, .calculator-prompt")) {
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

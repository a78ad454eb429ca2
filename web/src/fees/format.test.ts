import { expect, test } from "vitest";
import { money, percent, readAmount, tidyAmount, tidyDigits } from "./format";

test.each([
  ["750000", "750,000"],
  ["$1,250,000.", "1,250,000"],
  ["$750,000.00", "750,000"],
  ["750000.5 ", "750,000"],
  ["1.000", "1,000"],
  ["abc", ""],
  ["", ""],
  ["12a3", "123"],
])("%j is shown as %j", (typed, shown) => {
  expect(tidyAmount(typed).text).toBe(shown);
});

test.each([
  ["750000.00", 9, "75,000,000", 10],
  ["750,0.00", 6, "750,000", 5],
  ["a1b2", 2, "12", 1],
])("of what is typed, %j, every digit counts", (typed, caret, text, place) => {
  expect(tidyDigits(typed, caret)).toEqual({ text, caret: place });
});

test("an absurdly long amount keeps every digit", () => {
  const { text } = tidyAmount("1".repeat(10_000));
  expect(text.replaceAll(",", "")).toHaveLength(10_000);
  expect(text).toMatch(/^1(,111){3333}$/);
});

test.each([
  ["", null],
  ["0", null],
  ["000", null],
  ["1", 1n],
  ["750,000", 750_000n],
])("the amount in %j is %s", (typed, amount) => {
  expect(readAmount(typed)).toBe(amount);
});

test("amounts have no decimals, rates have two", () => {
  expect(money(1_234_567n)).toBe("$1,234,567");
  expect([125, 100, 80, 5].map(percent)).toEqual(["1.25%", "1.00%", "0.80%", "0.05%"]);
});

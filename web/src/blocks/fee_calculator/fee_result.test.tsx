import { expect, test } from "vitest";
import { shareOf } from "./fee_result";

const tier = (from: number, up_to: number | null) => ({ label: "", from, up_to, rate: 100 });

test("a tier without an end is never full, and grows with the value", () => {
  const share = (assets: bigint) => shareOf(tier(5_000_001, null), assets);
  expect(share(5_000_001n)).toBe(0);
  expect(share(10_000_002n)).toBe(0.5);
  expect(share(999_999_999_999_999n)).toBeLessThan(1);
  expect(share(20_000_000n)).toBeGreaterThan(share(19_000_000n));
});

test("a schedule of one tier has a share, too", () => {
  expect(shareOf(tier(0, null), 1n)).toBeGreaterThan(0);
  expect(shareOf(tier(5, 5), 5n)).toBe(0);
});

import { expect, test } from "vitest";
import type { FeeSchedule } from "../content";
import golden from "./golden.json" with { type: "json" };
import { feeOn, lowerFeeAbove } from "./schedule";

const schedules = golden.schedules as Record<string, FeeSchedule>;

test("there is an answer of Rust for every schedule", () => {
  expect(new Set(golden.vectors.map(({ schedule }) => schedule))).toEqual(new Set(Object.keys(schedules)));
});

test.each(golden.vectors)(
  "the answer is Rust's: $schedule on $assets",
  ({ schedule, assets, ...expected }) => {
    const fee = feeOn(schedules[schedule] as FeeSchedule, BigInt(assets));
    const whole = (amount: bigint | null) => (amount === null ? null : Number(amount));
    expect({
      tier: fee.tier.label,
      rate: fee.rate,
      minimum: fee.minimum,
      annual: whole(fee.annual),
      quarterly: whole(fee.quarterly),
      monthly: whole(fee.monthly),
    }).toEqual(expected);
  },
);

test("a stated minimum is the least fee", () => {
  const schedule: FeeSchedule = {
    title: "With a minimum",
    billing: "cliff",
    minimum: { label: "Minimum", annual: 3000 },
    tiers: [{ label: "All", from: 0, up_to: null, rate: 100 }],
    examples: [],
  };
  expect(feeOn(schedule, 100_000n)).toMatchObject({ minimum: true, annual: 3000n, quarterly: 750n });
  expect(feeOn(schedule, 400_000n)).toMatchObject({ minimum: false, annual: 4000n });
});

test("a lower fee above is that of the next tier's first dollar", () => {
  const schedule: FeeSchedule = {
    title: "Cliffs",
    billing: "cliff",
    minimum: { label: "Ask", annual: null },
    tiers: [
      { label: "Little", from: 0, up_to: 999, rate: null },
      { label: "Some", from: 1000, up_to: 100_000, rate: 200 },
      { label: "More", from: 100_001, up_to: null, rate: 100 },
    ],
    examples: [],
  };
  const above = (assets: bigint) => lowerFeeAbove(schedule, feeOn(schedule, assets));
  expect(above(100_000n)).toEqual({ assets: 100_001n, annual: 1000n });
  expect(above(50_001n), "the same dollar is no lower fee").toBeNull();
  expect(above(50_030n)).toEqual({ assets: 100_001n, annual: 1000n });
  expect(above(999n), "no fee is stated").toBeNull();
  expect(above(100_001n), "there is no tier above").toBeNull();
});

test("a part of a portfolio without a rate is refused, not charged nothing", () => {
  const schedule: FeeSchedule = {
    title: "Without a rate",
    billing: "marginal",
    minimum: { label: "Minimum", annual: null },
    tiers: [
      { label: "First $1,000", from: 0, up_to: 1000, rate: null },
      { label: "Above $1,000", from: 1001, up_to: null, rate: 100 },
    ],
    examples: [],
  };
  expect(() => feeOn(schedule, 2000n)).toThrow('the tier "First $1,000" must have a rate');
});

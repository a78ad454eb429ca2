// The fee on a portfolio. Rust (site-schema's `fees`) is the reference: golden.json holds its answers.

import type { FeeSchedule, Tier } from "../content";

/** The fee on a portfolio; amounts are whole dollars, rounded half up from the exact product. */
export interface Fee {
  tier: Tier;
  /** The tier's rate in basis points; null if the minimum fee applies. */
  rate: number | null;
  /** True if the minimum fee is charged. If the firm doesn't state a minimum, the amounts are null. */
  minimum: boolean;
  annual: bigint | null;
  quarterly: bigint | null;
  monthly: bigint | null;
}

/** An exact amount is kept in ten-thousandths of a dollar: dollars times basis points. */
const DOLLAR = 10_000n;

/** The fee on `assets` whole dollars. */
export function feeOn(schedule: FeeSchedule, assets: bigint): Fee {
  const tier = tierOf(schedule, assets);
  const computed = computedFee(schedule, tier, assets);
  const least = leastFee(schedule);
  const minimum = computed === null || (least !== null && computed < least);
  const exact = minimum ? least : computed;
  const each = (parts: bigint) => (exact === null ? null : roundHalfUp(exact, parts * DOLLAR));
  return { tier, rate: tier.rate, minimum, annual: each(1n), quarterly: each(4n), monthly: each(12n) };
}

/** The start of the next tier and the annual fee there, if that is lower than the fee's `annual`; otherwise null. */
export function lowerFeeAbove(
  schedule: FeeSchedule,
  { tier, annual }: Fee,
): { assets: bigint; annual: bigint } | null {
  if (annual === null || tier.up_to === null) return null;
  const assets = BigInt(tier.up_to) + 1n;
  const next = feeOn(schedule, assets).annual;
  return next !== null && next < annual ? { assets, annual: next } : null;
}

/** The tier that contains a value; both bounds are inclusive. */
export function tierOf(schedule: FeeSchedule, assets: bigint): Tier {
  const tier = schedule.tiers.find(({ up_to }) => up_to === null || assets <= BigInt(up_to));
  if (tier === undefined) {
    throw new Error(
      `fee schedule "${schedule.title}": no tier for ${assets}; the last tier must have no bound`,
    );
  }
  return tier;
}

function computedFee(schedule: FeeSchedule, tier: Tier, assets: bigint): bigint | null {
  if (tier.rate === null) return null;
  return schedule.billing === "cliff" ? assets * BigInt(tier.rate) : marginal(schedule, assets);
}

function leastFee({ minimum }: FeeSchedule): bigint | null {
  const annual = minimum?.annual ?? null;
  return annual === null ? null : BigInt(annual) * DOLLAR;
}

/** Each tier's rate on the part of the value within the tier. */
function marginal(schedule: FeeSchedule, assets: bigint): bigint {
  let sum = 0n;
  for (const { label, from, up_to, rate } of schedule.tiers) {
    const below = from > 0 ? BigInt(from) - 1n : 0n;
    const top = up_to === null || assets < BigInt(up_to) ? assets : BigInt(up_to);
    if (top <= below) continue;
    if (rate === null) {
      throw new Error(`fee schedule "${schedule.title}": the tier "${label}" must have a rate`);
    }
    sum += (top - below) * BigInt(rate);
  }
  return sum;
}

function roundHalfUp(amount: bigint, unit: bigint): bigint {
  return (2n * amount + unit) / (2n * unit);
}

import type { CSSProperties } from "react";
import type { BlockOf, FeeSchedule, Tier } from "../../content";
import { money, percent } from "../../fees/format";
import { type Fee, lowerFeeAbove } from "../../fees/schedule";

export type FeeWords = Pick<
  BlockOf<"fee_calculator">,
  | "annual_label"
  | "quarterly_label"
  | "rate_label"
  | "tier_label"
  | "mark_label"
  | "next_tier_label"
  | "leaves_out"
>;

export interface FeeLines {
  fee: Fee;
  schedule: FeeSchedule;
  words: FeeWords;
}

/** What is charged, the annual fee first, and the tier as a lit step with the place of the value on it. */
export function FeeResult({ assets, fee, schedule, words }: FeeLines & { assets: bigint }) {
  const { charges, tier } = lines({ fee, schedule, words });
  const next = nextTier({ fee, schedule, words });
  const level = `${Math.round(1000 * shareOf(fee.tier, assets)) / 10}%`;
  return (
    <>
      <dl className="facts">
        {charges.map(([label, value], at) => (
          <div key={label} className={at === 0 ? "annual" : undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className="step" style={{ "--level": level } as CSSProperties}>
          <dt>{words.tier_label}</dt>
          <dd>{tier}</dd>
          <dd className="step-mark">{words.mark_label}</dd>
        </div>
      </dl>
      {next && <p>{next}</p>}
      <p>{words.leaves_out}</p>
    </>
  );
}

/** The result in words, in the order in which it is shown. */
export function resultText(result: FeeLines): string {
  const { charges, tier } = lines(result);
  const sentences = [...charges, [result.words.tier_label, tier]].map((line) => `${line.join(": ")}.`);
  return [...sentences, nextTier(result), result.words.leaves_out].filter(Boolean).join(" ");
}

interface ResultLines {
  /** Labels and what they name, the annual fee first. */
  charges: [label: string, value: string][];
  tier: string;
}

function lines({ fee, schedule, words }: FeeLines): ResultLines {
  const { tier, rate, annual, quarterly } = fee;
  const minimum = schedule.minimum?.label ?? "";
  if (annual === null || quarterly === null) {
    return { charges: [[words.annual_label, minimum]], tier: tier.label };
  }
  const charges: ResultLines["charges"] = [
    [words.annual_label, money(annual)],
    [words.quarterly_label, money(quarterly)],
    [words.rate_label, fee.minimum || rate === null ? minimum : percent(rate)],
  ];
  return { charges, tier: tier.label };
}

/** The value at which the next tier begins and the fee there, where that is lower; empty elsewhere. */
function nextTier({ fee, schedule, words }: FeeLines): string {
  const next = lowerFeeAbove(schedule, fee);
  return next ? `${words.next_tier_label} ${money(next.assets)}: ${money(next.annual)}.` : "";
}

/** The place of a value on its tier, from 0 to 1. A tier without an end is never filled. */
export function shareOf({ from, up_to }: Tier, assets: bigint): number {
  const above = Number(assets) - from;
  return up_to === null ? above / (above + Math.max(from, 1)) : above / Math.max(up_to - from, 1);
}

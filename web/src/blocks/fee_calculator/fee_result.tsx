import type { CSSProperties } from "react";
import type { FeeSchedule, Tier } from "../../content";
import { money, percent } from "../../fees/format";
import { type Fee, lowerFeeAbove } from "../../fees/schedule";
import type { CalculatorProps } from "./calculator";

export interface FeeLines {
  fee: Fee;
  schedule: FeeSchedule;
  words: CalculatorProps["words"];
}

/** The charges, annual fee first, and the highlighted tier with the value's place in it. */
export function FeeResult({ assets, fee, schedule, words }: FeeLines & { assets: bigint }) {
  const { charges, tier } = lines({ fee, schedule, words });
  const next = nextTier({ fee, schedule, words });
  const level = `${Math.round(1000 * shareOf(fee.tier, assets)) / 10}%`;
  return (
    <>
      <dl className="value-list">
        {charges.map(([label, value], at) => (
          <div key={label} className={at === 0 ? "calculator-annual" : undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className="calculator-tier" style={{ "--level": level } as CSSProperties}>
          <dt>{words.tier_label}</dt>
          <dd>{tier}</dd>
          <dd className="calculator-tier-mark">{words.mark_label}</dd>
        </div>
      </dl>
      {next && <p>{next}</p>}
      <p>{words.leaves_out}</p>
    </>
  );
}

/** The result in words, in display order. */
export function resultText(result: FeeLines): string {
  const { charges, tier } = lines(result);
  const sentences = [...charges, [result.words.tier_label, tier]].map((line) => `${line.join(": ")}.`);
  return [...sentences, nextTier(result), result.words.leaves_out].filter(Boolean).join(" ");
}

interface ResultLines {
  /** Labels and their values, the annual fee first. */
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

/** The start of the next tier and the fee there, if that fee is lower; empty otherwise. */
function nextTier({ fee, schedule, words }: FeeLines): string {
  const next = lowerFeeAbove(schedule, fee);
  return next ? `${words.next_tier_label} ${money(next.assets)}: ${money(next.annual)}.` : "";
}

/** A value's place within its tier, from 0 to 1. A tier without an upper bound never reaches 1. */
export function shareOf({ from, up_to }: Tier, assets: bigint): number {
  const above = Number(assets) - from;
  return up_to === null ? above / (above + Math.max(from, 1)) : above / Math.max(up_to - from, 1);
}

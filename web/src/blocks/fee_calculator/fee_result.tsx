import type { CSSProperties } from "react";
import type { FeeSchedule, Tier } from "../../content";
import { money, percent } from "../../fees/format";
import type { Fee } from "../../fees/schedule";

export interface FeeWords {
  rate_label: string;
  annual_label: string;
  quarterly_label: string;
  tier_label: string;
  /** The words at the tier. */
  mark_label: string;
}

export interface FeeLines {
  fee: Fee;
  schedule: FeeSchedule;
  words: FeeWords;
}

/** The tier as a lit step, with the place of the value on it, and what is charged. */
export function FeeResult({ assets, ...props }: FeeLines & { assets: bigint }) {
  const [[tierLabel, tier], ...charges] = lines(props);
  const level = `${Math.round(1000 * shareOf(props.fee.tier, assets)) / 10}%`;
  return (
    <dl className="facts">
      <div className="step" style={{ "--level": level } as CSSProperties}>
        <dt>{tierLabel}</dt>
        <dd>{tier}</dd>
        <dd className="step-mark">{props.words.mark_label}</dd>
      </div>
      {charges.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type Line = [label: string, value: string];

/** The lines of a result, the tier's first. */
export function lines({ fee, schedule, words }: FeeLines): [Line, ...Line[]] {
  const { tier, rate, annual, quarterly } = fee;
  const minimum = schedule.minimum?.label ?? "";
  const tierLine: Line = [words.tier_label, tier.label];
  if (annual === null || quarterly === null) return [tierLine, [words.annual_label, minimum]];
  return [
    tierLine,
    [words.rate_label, fee.minimum || rate === null ? minimum : percent(rate)],
    [words.annual_label, money(annual)],
    [words.quarterly_label, money(quarterly)],
  ];
}

/** The place of a value on its tier, from 0 to 1. A tier without an end is never filled. */
export function shareOf({ from, up_to }: Tier, assets: bigint): number {
  const above = Number(assets) - from;
  return up_to === null ? above / (above + Math.max(from, 1)) : above / Math.max(up_to - from, 1);
}

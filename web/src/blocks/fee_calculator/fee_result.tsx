import type { FeeSchedule } from "../../content";
import { money, percent } from "../../fees/format";
import type { Fee } from "../../fees/schedule";

export interface FeeWords {
  rate_label: string;
  annual_label: string;
  quarterly_label: string;
  tier_label: string;
}

export interface FeeResultProps {
  fee: Fee;
  schedule: FeeSchedule;
  words: FeeWords;
}

export function FeeResult(props: FeeResultProps) {
  return (
    <dl className="facts">
      {lines(props).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The lines of a result: label and value. */
export function lines({ fee, schedule, words }: FeeResultProps): [string, string][] {
  const { tier, rate, annual, quarterly } = fee;
  const minimum = schedule.minimum?.label ?? "";
  const tierLine: [string, string] = [words.tier_label, tier.label];
  if (annual === null || quarterly === null) return [tierLine, [words.annual_label, minimum]];
  return [
    tierLine,
    [words.rate_label, fee.minimum || rate === null ? minimum : percent(rate)],
    [words.annual_label, money(annual)],
    [words.quarterly_label, money(quarterly)],
  ];
}

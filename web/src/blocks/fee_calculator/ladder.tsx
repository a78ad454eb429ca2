// The tiers as the setbacks of a tower, the lowest at its foot, with the place of a value on them.

import type { CSSProperties } from "react";
import type { FeeSchedule, Tier } from "../../content";
import { percent } from "../../fees/format";
import { tierOf } from "../../fees/schedule";

interface LadderProps {
  schedule: FeeSchedule;
  /** The value that is marked. */
  assets: bigint | null;
  /** What is said at the tier of the value. */
  markLabel: string;
}

export function Ladder({ schedule, assets, markLabel }: LadderProps) {
  const marked = assets === null ? null : tierOf(schedule, assets);
  return (
    <figure className="ladder">
      <figcaption>{schedule.title}</figcaption>
      <ol className="rungs setbacks">
        {schedule.tiers.map((tier) => (
          <li
            key={tier.label}
            className={tier === marked ? "rung rung-marked" : "rung"}
            style={tier === marked && assets !== null ? levelOf(tier, assets) : undefined}
          >
            <span className="rung-range">{tier.label}</span>{" "}
            <span className="rung-rate">
              {tier.rate === null ? schedule.minimum?.label : percent(tier.rate)}
            </span>
            {tier === marked && <span className="rung-mark"> {markLabel}</span>}
          </li>
        ))}
      </ol>
    </figure>
  );
}

function levelOf(tier: Tier, assets: bigint): CSSProperties {
  return { "--level": `${Math.round(1000 * shareOf(tier, assets)) / 10}%` } as CSSProperties;
}

/** How far up its tier a value stands, from 0 to 1. A tier without an end is never filled. */
export function shareOf({ from, up_to }: Tier, assets: bigint): number {
  const above = Number(assets) - from;
  return up_to === null ? above / (above + Math.max(from, 1)) : above / Math.max(up_to - from, 1);
}

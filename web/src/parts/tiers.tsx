import type { FeeSchedule } from "../content";
import { percent } from "../fees/format";
import { useStyles } from "../site/styles";
import css from "./tiers.css?inline";

interface TiersProps {
  schedule: FeeSchedule;
  /** The words over the tiers; without them, the schedule's title. */
  caption?: string | null;
}

/** A schedule as a staircase. Its styles are in tiers.css. */
export function Tiers({ schedule: { title, tiers, minimum }, caption }: TiersProps) {
  useStyles(css);
  return (
    <>
      <h3 className="tiers-title">{caption ?? title}</h3>
      <ol className="tiers">
        {tiers.map(({ label, rate }) => (
          <li key={label} className="tier keep-together">
            <span className="tier-label">{label}</span>{" "}
            <span className={rate === null ? "tier-rate tier-words" : "tier-rate"}>
              {rate === null ? minimum?.label : percent(rate)}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

import type { FeeSchedule } from "../content";
import { percent } from "../fees/format";

/** A schedule as a staircase. Its styles are in tiers.css. */
export function Tiers({ schedule: { title, tiers, minimum } }: { schedule: FeeSchedule }) {
  return (
    <>
      <h3 className="tiers-title">{title}</h3>
      <ol className="tiers">
        {tiers.map(({ label, rate }) => (
          <li key={label} className="tier">
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

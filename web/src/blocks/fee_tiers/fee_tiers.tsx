import { percent } from "../../fees/format";
import { useSchedule } from "../../site/lookups";
import { type BlockProps, BlockSection, type BlockView } from "../block";
import css from "./fee_tiers.css?inline";

function FeeTiers({ block, index }: BlockProps<"fee_tiers">) {
  const schedule = useSchedule(block.schedule);
  return (
    <BlockSection block={block} index={index}>
      <h3 className="tiers-title">{schedule.title}</h3>
      <ol className="tiers setbacks">
        {schedule.tiers.map(({ label, rate }) => (
          <li key={label} className="tier">
            <span className="tier-label">{label}</span>{" "}
            <span className={rate === null ? "tier-rate tier-words" : "tier-rate"}>
              {rate === null ? schedule.minimum?.label : percent(rate)}
            </span>
          </li>
        ))}
      </ol>
    </BlockSection>
  );
}

export const feeTiers: BlockView<"fee_tiers"> = { render: FeeTiers, css };

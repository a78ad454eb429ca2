import { Island } from "../../islands/island";
import { useSchedule } from "../../site/lookups";
import { type BlockProps, BlockSection, type BlockView } from "../block";
import { Calculator } from "./calculator";
import css from "./fee_calculator.css?inline";

function FeeCalculator({ block, index }: BlockProps<"fee_calculator">) {
  const { label, placeholder, prompt, mark_label } = block;
  const { rate_label, annual_label, quarterly_label, tier_label } = block;
  const props = {
    id: block.id ?? "fee-calculator",
    schedule: useSchedule(block.schedule),
    words: { label, placeholder, prompt, mark_label, rate_label, annual_label, quarterly_label, tier_label },
  };
  return (
    <BlockSection block={block} index={index}>
      <Island name="fee_calculator" trigger="interaction" query="portfolio" props={props}>
        <Calculator {...props} />
      </Island>
      <noscript>
        <p className="note">{block.without_script}</p>
      </noscript>
    </BlockSection>
  );
}

export const feeCalculator: BlockView<"fee_calculator"> = { render: FeeCalculator, css };

import { Tiers } from "../../parts/tiers";
import css from "../../parts/tiers.css?inline";
import { useSchedule } from "../../site/lookups";
import { type BlockProps, BlockSection, type BlockView } from "../block";

function FeeTiers({ block }: BlockProps<"fee_tiers">) {
  const schedule = useSchedule(block.schedule);
  return (
    <BlockSection block={block}>
      <Tiers schedule={schedule} caption={block.caption} />
    </BlockSection>
  );
}

export const feeTiers: BlockView<"fee_tiers"> = { render: FeeTiers, css };

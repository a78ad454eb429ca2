import { Tiers } from "../../parts/tiers";
import { useSchedule } from "../../site/lookups";
import { type BlockProps, BlockSection } from "../block";

export function FeeTiers({ block }: BlockProps<"fee_tiers">) {
  const schedule = useSchedule(block.schedule);
  return (
    <BlockSection block={block}>
      <Tiers schedule={schedule} caption={block.caption} />
    </BlockSection>
  );
}

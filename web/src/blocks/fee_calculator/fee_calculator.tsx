import { Island } from "../../islands/island";
import { Tiers } from "../../parts/tiers";
import { useSite } from "../../site/context";
import { pageAt, useSchedule } from "../../site/lookups";
import { type BlockProps, BlockSection } from "../block";
import { Calculator } from "./calculator";

export function FeeCalculator({ block }: BlockProps<"fee_calculator">) {
  // The island has the other words.
  const { kind, id, heading, intro, schedule, note, failed, ...words } = block;
  const { content, route } = useSite();
  const props = {
    schedule: useSchedule(schedule),
    words,
    newTab: content.site.labels.new_tab,
  };
  const hasTiers = pageAt(content, route)?.blocks.some(
    (other) => other.kind === "fee_tiers" && other.schedule === schedule,
  );
  return (
    <BlockSection block={block}>
      <Island
        name="fee_calculator"
        trigger="interaction"
        query="portfolio"
        props={props}
        failed={<p>{failed}</p>}
        component={Calculator}
      />
      {/* Once per page: visitors without scripts compute the fee from the tiers. */}
      {!hasTiers && <Tiers schedule={props.schedule} />}
      <noscript>
        <p className="note">{block.without_script}</p>
      </noscript>
    </BlockSection>
  );
}

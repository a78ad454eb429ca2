import type { FeeSchedule } from "../../content";
import { money } from "../../fees/format";
import { feeOn } from "../../fees/schedule";
import ruledRows from "../../parts/ruled_rows.css?inline";
import { useSchedule } from "../../site/lookups";
import { useStyles } from "../../site/styles";
import { type BlockProps, BlockSection } from "../block";

export function FeeStrip({ block }: BlockProps<"fee_strip">) {
  useStyles(ruledRows);
  const schedule = useSchedule(block.schedule);
  const least = leastWithRate(schedule);
  return (
    <BlockSection block={block} look="side-heading">
      <dl className="ruled-rows">
        {schedule.examples.map(({ assets }) => {
          const { annual } = feeOn(schedule, BigInt(assets));
          return (
            <div key={assets}>
              <dt>{`${block.assets_label} ${money(assets)}`}</dt>
              <dd>
                {annual === null ? (
                  schedule.minimum?.label
                ) : (
                  <>
                    <strong>{money(annual)}</strong> {block.annual_label}
                  </>
                )}
              </dd>
            </div>
          );
        })}
        {least !== undefined && (
          <div>
            <dt>{block.minimum_label}</dt>
            <dd>
              <strong>{money(least)}</strong>
            </dd>
          </div>
        )}
      </dl>
    </BlockSection>
  );
}

/** The smallest portfolio that has a rate; undefined if the first tier has one. */
function leastWithRate({ tiers }: FeeSchedule): number | undefined {
  if (tiers[0]?.rate !== null) return undefined;
  return tiers.find(({ rate }) => rate !== null)?.from;
}

import { money } from "../fees/format";
import { feeOn } from "../fees/schedule";
import { useSchedule } from "../site/lookups";
import type { ArticleProps } from "./article_props";

/** The fee on an amount of assets, computed from a schedule of content/fees.toml. */
export function WorkedExample({ schedule, assets, children }: ArticleProps<"WorkedExample">) {
  const found = useSchedule(schedule);
  const amount = BigInt(assets.replace(/\D/g, ""));
  const fee = feeOn(found, amount);
  return (
    <div className="worked-example">
      <dl className="facts">
        <div>
          <dt>Assets</dt>
          <dd>{money(amount)}</dd>
        </div>
        <div>
          <dt>Annual fee</dt>
          <dd>{fee.annual === null ? found.minimum?.label : money(fee.annual)}</dd>
        </div>
        {fee.quarterly !== null && (
          <div>
            <dt>Each quarter</dt>
            <dd>{money(fee.quarterly)}</dd>
          </div>
        )}
      </dl>
      {children}
    </div>
  );
}

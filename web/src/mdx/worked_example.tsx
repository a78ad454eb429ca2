import { money } from "../fees/format";
import { feeOn } from "../fees/schedule";
import { useSite } from "../site/context";
import { useSchedule } from "../site/lookups";
import { useStyles } from "../site/styles";
import type { ArticleProps } from "./article_props";
import css from "./mdx.css?inline";

/** The fee on an amount of assets, computed from a schedule of content/fees.toml. */
export function WorkedExample({ schedule, assets, children }: ArticleProps<"WorkedExample">) {
  useStyles(css);
  const { labels } = useSite().content.site;
  const found = useSchedule(schedule);
  const amount = BigInt(assets.replace(/\D/g, ""));
  const fee = feeOn(found, amount);
  return (
    <div className="worked-example">
      <dl className="labeled-values">
        <div>
          <dt>{labels.assets}</dt>
          <dd>{money(amount)}</dd>
        </div>
        <div>
          <dt>{labels.annual_fee}</dt>
          <dd>{fee.annual === null ? found.minimum?.label : money(fee.annual)}</dd>
        </div>
        {fee.quarterly !== null && (
          <div>
            <dt>{labels.quarterly_fee}</dt>
            <dd>{money(fee.quarterly)}</dd>
          </div>
        )}
      </dl>
      {children}
    </div>
  );
}

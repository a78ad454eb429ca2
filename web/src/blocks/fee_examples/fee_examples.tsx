import { money } from "../../fees/format";
import { feeOn } from "../../fees/schedule";
import { WideTable } from "../../parts/wide_table";
import { useSchedule } from "../../site/lookups";
import { type BlockProps, BlockSection } from "../block";

export function FeeExamples({ block }: BlockProps<"fee_examples">) {
  const schedule = useSchedule(block.schedule);
  const headings = [block.assets_label, block.annual_label, block.monthly_label];
  return (
    <BlockSection block={block}>
      <WideTable headings={headings.join(", ")} className="fee-table keep-together">
        <caption>{block.caption}</caption>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {schedule.examples.map(({ assets }) => {
            const { annual, monthly } = feeOn(schedule, BigInt(assets));
            return (
              <tr key={assets}>
                <th scope="row">{money(assets)}</th>
                <td>{annual === null ? schedule.minimum?.label : money(annual)}</td>
                <td>{monthly === null ? "" : money(monthly)}</td>
              </tr>
            );
          })}
        </tbody>
      </WideTable>
    </BlockSection>
  );
}

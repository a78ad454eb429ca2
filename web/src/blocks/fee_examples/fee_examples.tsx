import { money } from "../../fees/format";
import { feeOn } from "../../fees/schedule";
import { Prose } from "../../prose/prose";
import { useSchedule } from "../../site/lookups";
import { type BlockProps, BlockSection, type BlockView } from "../block";
import css from "./fee_examples.css?inline";

function FeeExamples({ block, index }: BlockProps<"fee_examples">) {
  const schedule = useSchedule(block.schedule);
  return (
    <BlockSection block={block} index={index}>
      <div className="table">
        <table className="examples">
          <thead>
            <tr>
              <th scope="col">{block.assets_label}</th>
              <th scope="col">{block.annual_label}</th>
              <th scope="col">{block.monthly_label}</th>
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
        </table>
      </div>
      {block.note && (
        <div className="note">
          <Prose nodes={block.note} />
        </div>
      )}
    </BlockSection>
  );
}

export const feeExamples: BlockView<"fee_examples"> = { render: FeeExamples, css };

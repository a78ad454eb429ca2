import { Icon } from "../../parts/icon";
import ruledRows from "../../parts/ruled_rows.css?inline";
import { Prose } from "../../prose/prose";
import { useStyles } from "../../site/styles";
import { type BlockProps, BlockSection } from "../block";

export function ValueCards({ block }: BlockProps<"value_cards">) {
  useStyles(ruledRows);
  return (
    <BlockSection block={block} look="side-heading">
      <ul className="ruled-rows">
        {block.cards.map(({ title, description, icon }) => (
          <li key={title} className="value-card">
            {icon && <Icon name={icon} />}
            <h3>{title}</h3>
            <div>
              <Prose nodes={description} />
            </div>
          </li>
        ))}
      </ul>
    </BlockSection>
  );
}

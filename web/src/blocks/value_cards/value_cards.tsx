import { Icon } from "../../parts/icon";
import ledger from "../../parts/ledger.css?inline";
import { Prose } from "../../prose/prose";
import { useStyles } from "../../site/styles";
import { type BlockProps, BlockSection } from "../block";

export function ValueCards({ block }: BlockProps<"value_cards">) {
  useStyles(ledger);
  return (
    <BlockSection block={block} look="side-heading">
      <ul className="ledger">
        {block.cards.map(({ title, description, icon }) => (
          <li key={title} className="value">
            {icon && <Icon name={icon} />}
            <h3>{title}</h3>
            <div className="value-words">
              <Prose nodes={description} />
            </div>
          </li>
        ))}
      </ul>
    </BlockSection>
  );
}

import { Icon } from "../../parts/icon";
import ledger from "../../parts/ledger.css?inline";
import thirds from "../../parts/thirds.css?inline";
import { Prose } from "../../prose/prose";
import { type BlockProps, BlockSection, type BlockView } from "../block";
import css from "./value_cards.css?inline";

function ValueCards({ block }: BlockProps<"value_cards">) {
  return (
    <BlockSection block={block} look="thirds">
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

export const valueCards: BlockView<"value_cards"> = { render: ValueCards, css: [thirds, ledger, css] };

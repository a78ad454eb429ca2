import { Icon } from "../../parts/icon";
import { Prose } from "../../prose/prose";
import { type BlockProps, BlockSection, type BlockView } from "../block";
import css from "./value_cards.css?inline";

function ValueCards({ block, index }: BlockProps<"value_cards">) {
  return (
    <BlockSection block={block} index={index}>
      <ul className="filled">
        {block.cards.map(({ title, description, icon }) => (
          <li key={title} className="value">
            {icon && <Icon name={icon} />}
            <h3>{title}</h3>
            <Prose nodes={description} />
          </li>
        ))}
      </ul>
    </BlockSection>
  );
}

export const valueCards: BlockView<"value_cards"> = { render: ValueCards, css };

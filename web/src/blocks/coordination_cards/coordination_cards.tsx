import { Prose } from "../../prose/prose";
import { type BlockProps, BlockSection, type BlockView } from "../block";
import css from "./coordination_cards.css?inline";

function CoordinationCards({ block }: BlockProps<"coordination_cards">) {
  return (
    <BlockSection block={block}>
      <ul className="filled">
        {block.cards.map(({ title, description, planning_step, tax_step }) => (
          <li key={title} className="card">
            <h3>{title}</h3>
            <Prose nodes={description} />
            <dl className="coordination">
              <div>
                <dt className="eyebrow">Planning</dt>
                <dd>{planning_step}</dd>
              </div>
              <div>
                <dt className="eyebrow">Taxes</dt>
                <dd>{tax_step}</dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
    </BlockSection>
  );
}

export const coordinationCards: BlockView<"coordination_cards"> = { render: CoordinationCards, css };

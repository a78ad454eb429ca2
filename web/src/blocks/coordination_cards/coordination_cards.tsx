import { Prose } from "../../prose/prose";
import { useSite } from "../../site/context";
import { type BlockProps, BlockSection } from "../block";

export function CoordinationCards({ block }: BlockProps<"coordination_cards">) {
  const { labels } = useSite().content.site;
  return (
    <BlockSection block={block}>
      <ul className="full-rows">
        {block.cards.map(({ title, description, planning_step, tax_step }) => (
          <li key={title} className="card">
            <h3>{title}</h3>
            <Prose nodes={description} />
            <dl>
              <div>
                <dt className="eyebrow">{labels.planning_step}</dt>
                <dd>{planning_step}</dd>
              </div>
              <div>
                <dt className="eyebrow">{labels.tax_step}</dt>
                <dd>{tax_step}</dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
    </BlockSection>
  );
}

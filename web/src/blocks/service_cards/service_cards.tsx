import { Anchor } from "../../parts/anchor";
import { Figure } from "../../parts/figure";
import { Icon } from "../../parts/icon";
import { Prose } from "../../prose/prose";
import { type BlockProps, BlockSection, type BlockView } from "../block";
import css from "./service_cards.css?inline";

function ServiceCards({ block, index }: BlockProps<"service_cards">) {
  return (
    <BlockSection block={block} index={index}>
      <ul className="cards">
        {block.cards.map(({ title, description, features, icon, image, action }) => (
          <li key={title} className="card">
            {image ? <Figure image={image} className="card-picture" /> : <Icon name={icon} />}
            <h3>{title}</h3>
            <Prose nodes={description} />
            {features.length > 0 && (
              <ul className="features">
                {features.map((feature) => (
                  <li key={feature}>{feature}</li>
                ))}
              </ul>
            )}
            {action && (
              <p className="card-action">
                <Anchor link={action.href} className="arrow-link">
                  {action.label}
                </Anchor>
              </p>
            )}
          </li>
        ))}
      </ul>
    </BlockSection>
  );
}

export const serviceCards: BlockView<"service_cards"> = { render: ServiceCards, css };

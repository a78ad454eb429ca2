import type { ServiceCard } from "../../content";
import { Anchor } from "../../parts/anchor";
import { Figure } from "../../parts/figure";
import { Icon } from "../../parts/icon";
import { WordList } from "../../parts/word_list";
import { Prose } from "../../prose/prose";
import { type BlockProps, BlockSection } from "../block";

export function ServiceCards({ block }: BlockProps<"service_cards">) {
  return (
    <BlockSection block={block}>
      <ul className={block.cards.length === 2 ? "full-rows service-pair" : "full-rows"}>
        {block.cards.map((card) => (
          <Card key={card.title} card={card} />
        ))}
      </ul>
    </BlockSection>
  );
}

function Card({ card }: { card: ServiceCard }) {
  const { title, description, features, icon, image, illustration, action } = card;
  const picture = image ?? (illustration === null ? null : { src: illustration, alt: "" });
  return (
    <li className="card">
      {picture ? (
        <Figure
          image={picture}
          sizes="(min-width: 76rem) 36rem, (min-width: 43rem) 50vw, 100vw"
          className="card-picture screen-only"
        />
      ) : (
        <Icon name={icon} />
      )}
      <h3>{title}</h3>
      <Prose nodes={description} />
      <WordList words={features} className="features" />
      {action && (
        <p className="card-action">
          <Anchor link={action.href} className="service-card-link">
            {action.label}
          </Anchor>
        </p>
      )}
    </li>
  );
}

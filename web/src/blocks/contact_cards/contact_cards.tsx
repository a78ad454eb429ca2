import { Anchor } from "../../parts/anchor";
import { Icon } from "../../parts/icon";
import { type BlockProps, BlockSection, type BlockView } from "../block";
import css from "./contact_cards.css?inline";

function ContactCards({ block }: BlockProps<"contact_cards">) {
  return (
    <BlockSection block={block}>
      <ul className="filled">
        {block.cards.map(({ icon, title, details, href, description }) => (
          <li key={title} className="contact">
            <Icon name={icon} />
            <h3>{title}</h3>
            <p className="contact-details">{href ? <Anchor link={href}>{details}</Anchor> : details}</p>
            <p>{description}</p>
          </li>
        ))}
      </ul>
    </BlockSection>
  );
}

export const contactCards: BlockView<"contact_cards"> = { render: ContactCards, css };

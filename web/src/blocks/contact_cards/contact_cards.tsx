import { Anchor } from "../../parts/anchor";
import { ClosedDays } from "../../parts/closed_days";
import { Icon } from "../../parts/icon";
import { useSite } from "../../site/context";
import { type BlockProps, BlockSection } from "../block";

export function ContactCards({ block }: BlockProps<"contact_cards">) {
  const { hours, closed } = useSite().content.site.contact;
  const hasHours = (details: string) => hours.every((each) => details.includes(each.hours.label));
  return (
    <BlockSection block={block}>
      <ul className="full-rows">
        {block.cards.map(({ icon, title, details, href, description }) => (
          <li key={title} className="contact-card keep-together">
            <Icon name={icon} />
            <h3>{title}</h3>
            <p className="contact-card-details">{href ? <Anchor link={href}>{details}</Anchor> : details}</p>
            {hasHours(details) && <ClosedDays days={closed} as="p" />}
            <p>{description}</p>
          </li>
        ))}
      </ul>
    </BlockSection>
  );
}

import { Address } from "../../parts/address";
import { telephone } from "../../parts/anchor";
import { ClosedDays } from "../../parts/closed_days";
import { Value } from "../../parts/value";
import { useSite } from "../../site/context";
import { type BlockProps, BlockSection } from "../block";

export function ContactDetails({ block }: BlockProps<"contact_details">) {
  const { contact, labels } = useSite().content.site;
  const { phone, email, hours, closed } = contact;
  return (
    <BlockSection block={block}>
      <dl className="value-list">
        <Value label={labels.phone}>
          <a href={telephone(phone)}>{phone}</a>
        </Value>
        <Value label={labels.email}>
          <a href={`mailto:${email}`}>{email}</a>
        </Value>
        <Value label={labels.office}>
          <Address />
        </Value>
        <div>
          <dt>{labels.hours}</dt>
          {hours.map(({ days, hours: open }) => (
            <dd key={days.label}>
              {`${days.label}: `}
              <span className="unbroken">{open.label}</span>
            </dd>
          ))}
          <ClosedDays days={closed} as="dd" />
        </div>
      </dl>
    </BlockSection>
  );
}

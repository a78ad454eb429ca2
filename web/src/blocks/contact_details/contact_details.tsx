import { Address } from "../../parts/address";
import { telephone } from "../../parts/anchor";
import { ClosedDays } from "../../parts/closed_days";
import { useSite } from "../../site/context";
import { type BlockProps, BlockSection } from "../block";

export function ContactDetails({ block }: BlockProps<"contact_details">) {
  const { contact, labels } = useSite().content.site;
  const { phone, email, hours, closed } = contact;
  return (
    <BlockSection block={block}>
      <dl className="value-list">
        <div>
          <dt>{labels.phone}</dt>
          <dd>
            <a href={telephone(phone)}>{phone}</a>
          </dd>
        </div>
        <div>
          <dt>{labels.email}</dt>
          <dd>
            <a href={`mailto:${email}`}>{email}</a>
          </dd>
        </div>
        <div>
          <dt>{labels.office}</dt>
          <dd>
            <Address />
          </dd>
        </div>
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

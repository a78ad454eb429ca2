import type { AppointmentGroup } from "../../content";
import { Anchor, external } from "../../parts/anchor";
import { Prose } from "../../prose/prose";
import { useSite } from "../../site/context";
import { externalLink } from "../../site/lookups";
import type { BlockProps } from "../block";

export function Appointments({ block }: BlockProps<"appointments">) {
  return (
    <div id={block.id ?? undefined} className="block appointments">
      <div className="wrap">
        <div className="appointment-groups">
          {block.groups.map((group, at) => (
            <Group key={group.heading} group={group} button={at === 0 ? "button" : "button button-quiet"} />
          ))}
        </div>
      </div>
    </div>
  );
}

interface GroupProps {
  group: AppointmentGroup;
  /** The classes of its buttons. The first group has the page's main buttons. */
  button: string;
}

function Group({ group, button }: GroupProps) {
  const { content } = useSite();
  return (
    <section className="appointment-group">
      <h2>{group.heading}</h2>
      <ul className="appointment-list">
        {group.appointments.map(({ label, description, link }) => (
          <li key={label}>
            <p className="card-action">
              <Anchor link={external(externalLink(content, link).href)} className={button}>
                {label}
              </Anchor>
            </p>
            <p>{description}</p>
          </li>
        ))}
      </ul>
      {group.intro && (
        <div className="note">
          <Prose nodes={group.intro} />
        </div>
      )}
    </section>
  );
}

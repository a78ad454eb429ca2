import type { AppointmentGroup } from "../../content";
import { Anchor } from "../../parts/anchor";
import { Prose } from "../../prose/prose";
import { useSite } from "../../site/context";
import { externalHref } from "../../site/lookups";
import type { BlockProps, BlockView } from "../block";
import css from "./appointments.css?inline";

function Appointments({ block }: BlockProps<"appointments">) {
  return (
    <div id={block.id ?? undefined} className="block appointments">
      <div className="wrap">
        {block.groups.map((group) => (
          <Group key={group.heading} group={group} />
        ))}
      </div>
    </div>
  );
}

function Group({ group }: { group: AppointmentGroup }) {
  const { content } = useSite();
  return (
    <section className="appointment-group">
      <h2>{group.heading}</h2>
      {group.intro && <Prose nodes={group.intro} />}
      <ul className="filled">
        {group.appointments.map(({ title, description, label, link }) => (
          <li key={title} className="card">
            <h3>{title}</h3>
            <p>{description}</p>
            <p className="card-action">
              <Anchor link={externalHref(content, link)} className="button">
                {label}
              </Anchor>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export const appointments: BlockView<"appointments"> = { render: Appointments, css };

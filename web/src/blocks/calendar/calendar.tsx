import type { CalendarEntry, CalendarLabels, DayOfYear } from "../../content";
import { Prose } from "../../prose/prose";
import { type BlockProps, BlockSection, type BlockView } from "../block";
import css from "./calendar.css?inline";
import { Wheel } from "./wheel";

function Calendar({ block, index }: BlockProps<"calendar">) {
  const { entries, labels, year } = block;
  const dated = { ...block, heading: `${block.heading}: ${year}` };
  return (
    <BlockSection block={dated} index={index}>
      <div className="year">
        <div className="year-figure" aria-hidden="true">
          <Wheel id={block.id ?? `section-${index + 1}`} entries={entries} />
          <Legend labels={labels} shown={new Set(entries.map(({ kind }) => kind))} />
        </div>
        <ol className="year-entries">
          {entries.map((entry) => (
            <Entry
              key={`${entry.when.label} ${entry.title}`}
              year={year}
              entry={entry}
              label={labels[entry.kind]}
            />
          ))}
        </ol>
      </div>
    </BlockSection>
  );
}

function Entry({ year, entry, label }: { year: number; entry: CalendarEntry; label: string }) {
  const { kind, when, title, description } = entry;
  return (
    <li className="year-entry" data-kind={kind}>
      <p className="year-when">
        {when.to === null && when.from.day !== null ? (
          <time dateTime={date(year, when.from)}>{when.label}</time>
        ) : (
          <span>{when.label}</span>
        )}{" "}
        <span className="year-kind">{label}</span>
      </p>
      <div>
        <h3>{title}</h3>
        {description && <Prose nodes={description} />}
      </div>
    </li>
  );
}

function Legend({ labels, shown }: { labels: CalendarLabels; shown: Set<CalendarEntry["kind"]> }) {
  const kinds = ["meeting", "tax", "fee"] as const;
  return (
    <ul className="year-legend">
      {kinds
        .filter((kind) => shown.has(kind))
        .map((kind) => (
          <li key={kind} data-kind={kind}>
            {labels[kind]}
          </li>
        ))}
    </ul>
  );
}

/** A day of a year as machines read it: 2027-04-15. */
function date(year: number, { month, day }: DayOfYear): string {
  return [year, month, day].map((part) => String(part).padStart(2, "0")).join("-");
}

export const calendar: BlockView<"calendar"> = { render: Calendar, css };

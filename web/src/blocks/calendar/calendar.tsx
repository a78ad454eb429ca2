import type { CalendarEntry, CalendarLabels, DayOfYear, ResolvedTime } from "../../content";
import { InlineScript } from "../../parts/raw";
import { Prose } from "../../prose/prose";
import { type BlockProps, BlockSection } from "../block";
import markNext from "./mark_next.ts?script";
import { Wheel } from "./wheel";

export function Calendar({ block }: BlockProps<"calendar">) {
  const { entries, labels, year, file_label } = block;
  const hasTaxDates = entries.some(({ kind }) => kind === "tax");
  const dated = { ...block, heading: `${block.heading}: ${year}` };
  return (
    <BlockSection block={dated}>
      <div className="calendar-year">
        <div className="calendar-figure screen-only" aria-hidden="true">
          <Wheel entries={entries} />
          <Legend labels={labels} kinds={new Set(entries.map(({ kind }) => kind))} />
        </div>
        <ol className="calendar-entries">
          {entries.map((entry) => (
            <Entry
              key={`${entry.when.label} ${entry.title}`}
              year={year}
              entry={entry}
              label={labels[entry.kind]}
            />
          ))}
        </ol>
        <InlineScript code={markNext} data={{ "data-next": labels.next }} />
      </div>
      {file_label && hasTaxDates && (
        <div className="actions">
          <a href="/tax-dates.ics" type="text/calendar" className="button button-quiet">
            {file_label}
          </a>
        </div>
      )}
    </BlockSection>
  );
}

function Entry({ year, entry, label }: { year: number; entry: CalendarEntry; label: string }) {
  const { kind, when, title, description } = entry;
  return (
    <li className="calendar-entry keep-together" data-kind={kind} data-first={date(year, when.from)}>
      <p className="calendar-when">
        {when.to === null && when.from.day !== null ? (
          <time dateTime={date(year, when.from)}>{inYear(when, year)}</time>
        ) : (
          <span>{inYear(when, year)}</span>
        )}{" "}
        <span className="calendar-kind">{label}</span>
      </p>
      <div>
        <h3>{title}</h3>
        {description && <Prose nodes={description} />}
      </div>
    </li>
  );
}

function Legend({ labels, kinds }: { labels: CalendarLabels; kinds: Set<CalendarEntry["kind"]> }) {
  const order = ["meeting", "tax", "fee"] as const;
  return (
    <ul className="calendar-legend">
      {order
        .filter((kind) => kinds.has(kind))
        .map((kind) => (
          <li key={kind} data-kind={kind}>
            {labels[kind]}
          </li>
        ))}
    </ul>
  );
}

/** A time of the year with its year: April 15, 2027; October 2027. */
function inYear({ label, from, to }: ResolvedTime, year: number): string {
  const last = to ?? from;
  return last.day === null ? `${label} ${year}` : `${label}, ${year}`;
}

/** A day of a year, or the first of a month, as machines read it: 2027-04-15. */
function date(year: number, { month, day }: DayOfYear): string {
  return [year, month, day ?? 1].map((part) => String(part).padStart(2, "0")).join("-");
}

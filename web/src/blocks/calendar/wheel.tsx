// The year as a wheel around a sun: January begins at the top, each month has a twelfth, and each kind of
// entry has its own ring. The list next to it says everything that the wheel shows.

import { useId } from "react";
import type { CalendarEntry, DayOfYear } from "../../content";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The radius of each kind's ring, on a wheel of 200. */
const RINGS: Record<CalendarEntry["kind"], number> = { meeting: 140, tax: 110, fee: 79 };

/** Half the width of a time span's band on its ring. */
const HALF = 13;

/** The length of one letter along its ring. */
const LETTER = 7.5;

interface WheelProps {
  entries: readonly CalendarEntry[];
}

export function Wheel({ entries }: WheelProps) {
  const id = useId();
  return (
    <svg
      className="calendar-wheel"
      viewBox="-200 -200 400 400"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      {/* Rays and months are the dashes of wide circles, which begin at the top. */}
      <g className="calendar-face">
        <circle r="198" fill="var(--blue)" strokeWidth="2" />
        <circle r="193" pathLength="144" strokeWidth="5" strokeDasharray="0.45 0.55" opacity="0.7" />
      </g>
      <g className="calendar-face" transform="rotate(-90)">
        <circle r="93" pathLength="12" stroke="var(--ray)" strokeWidth="186" strokeDasharray="1" />
        <g opacity="0.55">
          <circle r="187" />
          <circle r="158" />
          <circle r={RINGS.tax} />
          <circle r={RINGS.fee} />
          <circle
            r="123"
            pathLength="1440"
            strokeWidth="128"
            strokeDasharray="0.9 119.1"
            strokeDashoffset="0.45"
          />
        </g>
        <circle r="24" fill="currentColor" stroke="none" />
        <g strokeWidth="8">
          <circle r="34" pathLength="36" strokeDasharray="0.55 0.45" strokeDashoffset="0.275" />
          <circle r="42" pathLength="36" strokeDasharray="0.3 0.7" strokeDashoffset="0.15" />
          <circle r="50" pathLength="36" strokeDasharray="0.2 2.8" strokeDashoffset="0.1" />
        </g>
      </g>
      <g className="calendar-months">
        {MONTHS.map((name, month) => (
          <text key={name} transform={upright(month * 30 + 15, 172)}>
            {name}
          </text>
        ))}
      </g>
      {entries.map((entry, place) => (
        <Mark key={`${entry.when.label} ${entry.title}`} id={`${id}-${place}`} entry={entry} />
      ))}
    </svg>
  );
}

function Mark({ id, entry: { kind, when, title } }: { id: string; entry: CalendarEntry }) {
  const ring = RINGS[kind];
  const { from, to } = when;
  if (to === null && from.day !== null) {
    const [x, y] = point(ring, (start(from) + end(from)) / 2);
    return (
      <g className="calendar-mark" data-kind={kind} transform={`translate(${x} ${y})`}>
        {kind === "fee" ? <circle r="12" /> : <path d="M0-15 15 0 0 15-15 0z" />}
        <text>{from.day}</text>
      </g>
    );
  }
  const [a, b] = [start(from), end(to ?? from)];
  const room = ((b - a) * Math.PI * ring) / 180;
  return (
    <g className="calendar-mark" data-kind={kind}>
      <path d={band(ring - HALF, ring + HALF, a, b)} />
      {title.length * LETTER < room && (
        <>
          <path
            id={id}
            fill="none"
            stroke="none"
            d={isBelow((a + b) / 2) ? arc(ring, b, a) : arc(ring, a, b)}
          />
          <text>
            <textPath href={`#${id}`} startOffset="50%">
              {title}
            </textPath>
          </text>
        </>
      )}
    </g>
  );
}

/** The beginning of a day or a month, in degrees from the top. */
function start({ month, day }: DayOfYear): number {
  return (month - 1 + ((day ?? 1) - 1) / 31) * 30;
}

/** The end of a day or a month, in degrees from the top. */
function end({ month, day }: DayOfYear): number {
  return (month - 1 + (day ?? 31) / 31) * 30;
}

function isBelow(degrees: number): boolean {
  return degrees > 90 && degrees < 270;
}

function point(radius: number, degrees: number): [number, number] {
  const angle = (degrees * Math.PI) / 180;
  return [tenths(radius * Math.sin(angle)), tenths(-radius * Math.cos(angle))];
}

/** A tenth of a unit is finer than any screen shows; zero has no sign. */
function tenths(length: number): number {
  return Math.round(length * 10) / 10 || 0;
}

/** An arc from one angle to another, clockwise if the second is larger. */
function arc(radius: number, a: number, b: number, begin = "M"): string {
  const large = Math.abs(b - a) > 180 ? 1 : 0;
  return `${begin}${point(radius, a)}A${radius} ${radius} 0 ${large} ${b > a ? 1 : 0} ${point(radius, b)}`;
}

function band(inner: number, outer: number, a: number, b: number): string {
  return `${arc(outer, a, b)}${arc(inner, b, a, "L")}z`;
}

/** Moves a word onto a ring, rotated so that it isn't upside down. */
function upright(degrees: number, radius: number): string {
  return isBelow(degrees)
    ? `rotate(${degrees + 180})translate(0 ${radius})`
    : `rotate(${degrees})translate(0 ${-radius})`;
}

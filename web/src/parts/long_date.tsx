const longDate = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** The day of a moment, such as July 23, 2025 for 2025-07-23. A moment is in the firm's time zone and begins with its day. */
export function LongDate({ moment }: { moment: string }) {
  const day = moment.slice(0, "2025-07-23".length);
  return <time dateTime={day}>{longDate.format(new Date(`${day}T00:00:00Z`))}</time>;
}

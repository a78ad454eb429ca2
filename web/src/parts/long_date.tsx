const longDate = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** The day of a moment, as readers know it: 2025-07-23 is July 23, 2025. A moment is the firm's, and its day stands first. */
export function LongDate({ moment }: { moment: string }) {
  const day = moment.slice(0, "2025-07-23".length);
  return <time dateTime={day}>{longDate.format(new Date(`${day}T00:00:00Z`))}</time>;
}

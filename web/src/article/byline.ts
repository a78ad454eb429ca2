const longDate = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** A date as readers know it: 2025-07-23 is July 23, 2025. */
export function readableDate(date: string): string {
  return longDate.format(new Date(`${date}T00:00:00Z`));
}

export function readingTime(minutes: number): string {
  return `${minutes} min read`;
}

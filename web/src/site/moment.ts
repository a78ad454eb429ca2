/** Adds the UTC offset to a moment such as 2027-01-01T09:00:00: programs don't know the firm's time zone. */
export function withOffset(moment: string, timeZone: string): string {
  // The offset at the same time in UTC is right except in the hours around a clock change.
  const nearly = offsetAt(new Date(`${moment}Z`), timeZone);
  return moment + offsetAt(new Date(moment + nearly), timeZone);
}

/** The UTC offset of a time zone, such as -06:00. */
function offsetAt(date: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  const name = format.formatToParts(date).find(({ type }) => type === "timeZoneName")?.value ?? "";
  return name.replace("GMT", "") || "+00:00";
}

/** A moment of a time zone, such as 2027-01-01T09:00:00, with its distance from UTC: machines know no firm's zone. */
export function withOffset(moment: string, timeZone: string): string {
  // The distance at the same figures in UTC is right but for the hours around a change of clocks.
  const nearly = offsetAt(new Date(`${moment}Z`), timeZone);
  return moment + offsetAt(new Date(moment + nearly), timeZone);
}

/** The distance of a time zone from UTC, such as -06:00. */
function offsetAt(date: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  const name = format.formatToParts(date).find(({ type }) => type === "timeZoneName")?.value ?? "";
  return name.replace("GMT", "") || "+00:00";
}

import { expect, test } from "vitest";
import { withOffset } from "./moment";

test.each([
  ["2027-01-01T09:00:00", "America/Chicago", "2027-01-01T09:00:00-06:00"],
  ["2027-07-01T09:00:00", "America/Chicago", "2027-07-01T09:00:00-05:00"],
  // An hour before the clocks go forward at two, and an hour after.
  ["2027-03-14T01:00:00", "America/Chicago", "2027-03-14T01:00:00-06:00"],
  ["2027-03-14T03:00:00", "America/Chicago", "2027-03-14T03:00:00-05:00"],
  ["2027-01-01T09:00:00", "UTC", "2027-01-01T09:00:00+00:00"],
  ["2027-01-01T09:00:00", "Asia/Kolkata", "2027-01-01T09:00:00+05:30"],
])("%s in %s is %s", (moment, zone, expected) => {
  expect(withOffset(moment, zone)).toBe(expected);
});

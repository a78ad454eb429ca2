import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import type { CalendarEntry } from "../../content";
import { renderPart } from "../../testing/site";
import { Calendar } from "./calendar";
import { example } from "./example";

function render(entries: CalendarEntry[]): Element {
  return new JSDOM(renderPart(<Calendar block={{ ...example, entries }} />)).window.document.body;
}

function entry(kind: CalendarEntry["kind"], from: [number, number?], to?: [number, number?]): CalendarEntry {
  const day = ([month, day]: [number, number?]) => ({ month, day: day ?? null });
  const when = { label: `${from} to ${to}`, from: day(from), to: to ? day(to) : null };
  const words = { when, title: "Entry", description: null };
  return kind === "tax" ? { kind, id: "entry", corrected: null, moves: false, ...words } : { kind, ...words };
}

test("the list says each entry's time, kind and title, to those who hear it, too, and the drawing is not for them", () => {
  const body = render(example.entries);
  const entries = [...body.querySelectorAll("ol > li")];
  expect(entries.map((item) => item.textContent?.replace(/\s+/g, " ").trim())).toEqual([
    "January 15, 2027 Tax dateLast paymentFor the year before.",
    "May to June 2027 MeetingSpring reviews",
    "December 31, 2027 Fee dateQuarter’s end",
  ]);
  const days = [...body.querySelectorAll("time")].map((time) => time.dateTime);
  expect(days, "a span is no time that machines read").toEqual(["2027-01-15", "2027-12-31"]);
  expect(body.querySelector("h2")?.textContent).toBe("The year: 2027");
  expect(body.querySelector("svg")?.closest("[aria-hidden=true]")).not.toBeNull();
  expect(body.querySelector("ol")?.closest("[aria-hidden]")).toBeNull();
});

test("a day stands in its month's twelfth, the year beginning at the top", () => {
  const days = Array.from({ length: 36 }, (_, place): [number, number] => [
    1 + Math.floor(place / 3),
    1 + 13 * (place % 3),
  ]);
  const marks = render(days.map((day) => entry("tax", day))).querySelectorAll(".calendar-mark");
  const places = [...marks].map((mark) => {
    const [x, y] = (mark.getAttribute("transform")?.match(/-?[\d.]+/g) ?? []).map(Number) as [number, number];
    return ((Math.atan2(x, -y) * 180) / Math.PI + 360) % 360;
  });
  expect(places.map((place) => Math.floor(place / 30) + 1)).toEqual(days.map(([month]) => month));
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test("a span is a band from its beginning to its end", () => {
  const band = (from: [number, number?], to?: [number, number?]) =>
    render([entry("meeting", from, to)])
      .querySelector(".calendar-mark > path")
      ?.getAttribute("d");
  expect(band([1], [3])).toMatch(/^M0,-153A153 153 0 0 1 153,0L/);
  expect(band([4])).toBe(band([4, 1], [4, 31]));
  expect(band([1], [12])).toContain("A153 153 0 1 1");
});

test("a band has its title if the title fits", () => {
  const title = (from: [number, number?], to?: [number, number?]) =>
    render([entry("meeting", from, to)]).querySelector("textPath")?.textContent;
  expect(title([5])).toBe("Entry");
  expect(title([5, 1], [5, 7])).toBeUndefined();
});

test("the legend names the kinds that are shown", () => {
  const legend = [
    ...render([entry("tax", [4, 15]), entry("meeting", [5])]).querySelectorAll(".calendar-legend > li"),
  ];
  expect(legend.map(({ textContent }) => textContent)).toEqual(["Meeting", "Tax date"]);
});

test("a year stands behind the last day or month of a time", () => {
  const times = [
    { label: "October", from: { month: 10, day: null }, to: null },
    { label: "October 15 to December 7", from: { month: 10, day: 15 }, to: { month: 12, day: 7 } },
  ];
  const entries = times.map((when) => ({ ...entry("tax", [1]), title: when.label, when }));
  const shownTimes = [...render(entries).querySelectorAll(".calendar-when > :first-child")];
  expect(shownTimes.map(({ textContent }) => textContent)).toEqual([
    "October 2027",
    "October 15 to December 7, 2027",
  ]);
});

test("the file of tax dates is linked where there is a tax date, and a word for the link", () => {
  const links = (body: Element) =>
    [...body.querySelectorAll("a")].map((link) => `${link.textContent}: ${link.getAttribute("href")}`);
  expect(links(render(example.entries))).toEqual(["Keep these dates: /tax-dates.ics"]);
  expect(links(render([entry("meeting", [5])]))).toEqual([]);
  const silent = renderPart(<Calendar block={{ ...example, file_label: null }} />);
  expect(links(new JSDOM(silent).window.document.body)).toEqual([]);
});

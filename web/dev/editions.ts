// The edition that the pages show, and the list of all editions.

import type { Build, Content } from "../src/content";
import type { Edition } from "./edition_bar";

/** The differences between an edition and the edition that the pages show. */
export interface Update {
  year: number;
  /** Each edition's start, in seconds since 1970. */
  moments: (number | null)[];
  /** The start of this one. */
  starts: number | null;
  /** The other parts of the content that have changed. */
  changed: Partial<Content>;
  /** All pages and articles, in their order; only the route if one is unchanged. */
  pages: (Content["pages"][0] | string)[];
  articles: (Content["articles"][0] | string)[];
}

/** Applies an update to the edition that the pages show. */
export function updated(before: Build | undefined, { year, changed, pages, articles }: Update): Build {
  const content = {
    ...before?.content,
    ...changed,
    pages: withUnchanged(pages, before?.content.pages),
    articles: withUnchanged(articles, before?.content.articles),
  };
  return { year, content: content as Content };
}

function withUnchanged<T extends { route: string }>(items: (T | string)[], before: T[] = []): T[] {
  const known = new Map(before.map((item) => [item.route, item]));
  return items.flatMap((item) => (typeof item === "string" ? (known.get(item) ?? []) : item));
}

/** All editions, as the bar names them. */
export function choices({ moments, starts }: Update, timeZone: string): Edition[] {
  return moments.map((moment) => ({
    starts: moment,
    name: nameOf(moment, timeZone),
    isCurrent: moment === starts,
  }));
}

/** When an edition starts, in the firm's time zone: the day, and the time unless it is the day's first moment. */
function nameOf(starts: number | null, timeZone: string): string {
  if (starts === null) return "Now";
  const format = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone });
  const moment = format
    .format(starts * 1000)
    .replace(" at ", ", ")
    .replace("\u202f", " ");
  return `From ${moment.replace(", 12:00 AM", "")}`;
}

// The editions of the content, and which of them the pages show.

import type { Build, Content } from "../src/content";
import type { Edition } from "./edition_bar";

/** What `cargo site dev` sends. */
export interface Message {
  /** The changes to one edition; null without any. */
  content: Update | null;
  /** The moment to show, in seconds since 1970; null if it hasn't changed. */
  look: number | null;
}

/** What has changed in one edition. Editions refer to pages and articles by number. */
interface Update {
  year: number;
  /** Each edition's start, in seconds since 1970. */
  moments: (number | null)[];
  /** The start of this one. */
  starts: number | null;
  /** The other parts of the content that have changed. */
  changed: Partial<Content>;
  /** New pages and articles, by number. */
  pages: Record<string, Content["pages"][0]>;
  articles: Record<string, Content["articles"][0]>;
  /** All pages and articles, in their order. */
  page_numbers: number[];
  article_numbers: number[];
}

export function openEditions() {
  /** By start. */
  const contents = new Map<number | null, Content>();
  const pages = new Map<number, Content["pages"][0]>();
  const articles = new Map<number, Content["articles"][0]>();
  let moments: (number | null)[] = [];
  let year = 0;
  /** The moment that the pages show; null for the present. */
  let moment: number | null = null;

  /** The start of the edition on screen: the latest to have started at that moment. */
  function currentStart(): number | null {
    const seconds = moment ?? Date.now() / 1000;
    return moments.findLast((starts) => starts !== null && starts <= seconds) ?? null;
  }

  function apply(update: Update): void {
    year = update.year;
    moments = update.moments;
    for (const starts of contents.keys()) if (!moments.includes(starts)) contents.delete(starts);
    const content = {
      ...contents.get(update.starts),
      ...update.changed,
      pages: itemsOf(pages, update.pages, update.page_numbers),
      articles: itemsOf(articles, update.articles, update.article_numbers),
    };
    contents.set(update.starts, content as Content);
    const all = [...contents.values()];
    forgetOthers(pages, new Set(all.flatMap((content) => content.pages)));
    forgetOthers(articles, new Set(all.flatMap((content) => content.articles)));
  }

  return {
    receive({ content, look }: Message): void {
      moment = look ?? moment;
      if (content) apply(content);
    },

    /** Switches to the edition that starts at a moment. */
    look(starts: number | null): void {
      moment = starts;
    },

    /** The content to render; undefined until there is any. */
    build(): Build | undefined {
      const content = contents.get(currentStart());
      return content && { year, content };
    },

    /** All editions, as the bar names them. */
    choices(): Edition[] {
      const current = currentStart();
      const timeZone = contents.get(current)?.site.time_zone;
      return moments.map((starts) => ({
        starts,
        name: nameOf(starts, timeZone),
        isCurrent: starts === current,
      }));
    },
  };
}

/** Stores the new items, and returns those with these numbers. */
function itemsOf<T>(items: Map<number, T>, newItems: Record<string, T>, numbers: number[]): T[] {
  for (const [number, item] of Object.entries(newItems)) items.set(Number(number), item);
  return numbers.flatMap((number) => items.get(number) ?? []);
}

function forgetOthers<T>(items: Map<number, T>, needed: Set<T>): void {
  for (const [number, item] of items) if (!needed.has(item)) items.delete(number);
}

/** When an edition starts, in the firm's time zone: the day, and the time unless it is the day's first moment. */
function nameOf(starts: number | null, timeZone: string | undefined): string {
  if (starts === null) return "Now";
  const format = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone });
  const moment = format
    .format(starts * 1000)
    .replace(" at ", ", ")
    .replace("\u202f", " ");
  return `From ${moment.replace(", 12:00 AM", "")}`;
}

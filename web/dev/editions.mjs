// The editions of the content, and which of them the pages show.

/** @typedef {import("../src/content.ts").Build} Build */
/** @typedef {import("../src/content.ts").Content} Content */

/** @typedef {Content["pages"][number]} Page */
/** @typedef {Content["articles"][number]} Article */

/**
 * What `cargo site dev` sends.
 * @typedef {object} Message
 * @property {Update | null} content the changes to one edition; null without any
 * @property {number | null} look the moment to show, in seconds since 1970; null if it hasn't changed
 */
/**
 * What has changed in one edition. Editions refer to pages and articles by number.
 * @typedef {object} Update
 * @property {number} year
 * @property {(number | null)[]} moments each edition's start, in seconds since 1970
 * @property {number | null} starts when this one starts
 * @property {Partial<Content>} changed the other parts of the content that have changed
 * @property {Record<string, Page>} pages new pages, by number
 * @property {Record<string, Article>} articles new articles, by number
 * @property {number[]} page_numbers all pages, in their order
 * @property {number[]} article_numbers all articles, in their order
 */
/**
 * An edition as the bar names it.
 * @typedef {{ starts: number | null, name: string, isShown: boolean }} Choice
 */

/** @param {(moment: number | null) => void} onLook runs when someone switches to another edition */
export function openEditions(onLook) {
  /** By start. @type {Map<number | null, Content>} */
  const contents = new Map();
  /** @type {Map<number, Page>} */
  const pages = new Map();
  /** @type {Map<number, Article>} */
  const articles = new Map();
  /** @type {(number | null)[]} */
  let moments = [];
  let year = 0;
  /** The moment that the pages show; null for the present. @type {number | null} */
  let looked = null;

  /** The start of the edition shown: the latest to have started at that moment. */
  function shown() {
    const moment = looked ?? Date.now() / 1000;
    return moments.findLast((starts) => starts !== null && starts <= moment) ?? null;
  }

  /** @param {Update} update */
  function update(update) {
    year = update.year;
    moments = update.moments;
    for (const moment of contents.keys()) if (!moments.includes(moment)) contents.delete(moment);
    const content = /** @type {Content} */ ({
      ...contents.get(update.starts),
      ...update.changed,
      pages: numbered(pages, update.pages, update.page_numbers),
      articles: numbered(articles, update.articles, update.article_numbers),
    });
    contents.set(update.starts, content);
    const all = [...contents.values()];
    forget(pages, new Set(all.flatMap((content) => content.pages)));
    forget(articles, new Set(all.flatMap((content) => content.articles)));
  }

  return {
    /** @param {Message} message */
    receive({ content, look }) {
      looked = look ?? looked;
      if (content) update(content);
    },

    /** Switches to the edition that starts at a moment. @param {number | null} starts */
    look(starts) {
      looked = starts;
      onLook(looked);
    },

    /** The content to render; undefined until there is any. @returns {Build | undefined} */
    build() {
      const content = contents.get(shown());
      return content && { year, content };
    },

    /** All editions, in order. @returns {Choice[]} */
    choices() {
      const zone = contents.get(shown())?.site.time_zone;
      return moments.map((starts) => ({ starts, name: nameOf(starts, zone), isShown: starts === shown() }));
    },
  };
}

/**
 * Stores the added pages or articles, and returns those with these numbers.
 * @template T
 * @param {Map<number, T>} known
 * @param {Record<string, T>} added
 * @param {number[]} numbers
 */
function numbered(known, added, numbers) {
  for (const [number, item] of Object.entries(added)) known.set(Number(number), item);
  return numbers.flatMap((number) => known.get(number) ?? []);
}

/**
 * Removes everything that no edition uses.
 * @template T
 * @param {Map<number, T>} known
 * @param {Set<T>} used
 */
function forget(known, used) {
  for (const [number, item] of known) if (!used.has(item)) known.delete(number);
}

/**
 * When an edition starts, in the firm's time zone: the day, and the time unless it is the day's first moment.
 * @param {number | null} starts
 * @param {string | undefined} timeZone
 */
function nameOf(starts, timeZone) {
  if (starts === null) return "Now";
  const date = new Date(starts * 1000);
  const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone }).format(date);
  const time = new Intl.DateTimeFormat("en-US", { timeStyle: "short", timeZone }).format(date);
  const isFirstMoment = time.startsWith("12:00") && time.endsWith("AM");
  return isFirstMoment ? `From ${day}` : `From ${day}, ${time.replaceAll("\u202f", " ")}`;
}

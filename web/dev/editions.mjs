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
  let moment = null;

  /** The start of the edition on screen: the latest to have started at that moment. */
  function currentStart() {
    const seconds = moment ?? Date.now() / 1000;
    return moments.findLast((starts) => starts !== null && starts <= seconds) ?? null;
  }

  /** @param {Update} update */
  function apply(update) {
    year = update.year;
    moments = update.moments;
    for (const moment of contents.keys()) if (!moments.includes(moment)) contents.delete(moment);
    const content = /** @type {Content} */ ({
      ...contents.get(update.starts),
      ...update.changed,
      pages: itemsOf(pages, update.pages, update.page_numbers),
      articles: itemsOf(articles, update.articles, update.article_numbers),
    });
    contents.set(update.starts, content);
    const all = [...contents.values()];
    forget(pages, new Set(all.flatMap((content) => content.pages)));
    forget(articles, new Set(all.flatMap((content) => content.articles)));
  }

  return {
    /** @param {Message} message */
    receive({ content, look }) {
      moment = look ?? moment;
      if (content) apply(content);
    },

    /** Switches to the edition that starts at a moment. @param {number | null} starts */
    look(starts) {
      moment = starts;
      onLook(moment);
    },

    /** The content to render; undefined until there is any. @returns {Build | undefined} */
    build() {
      const content = contents.get(currentStart());
      return content && { year, content };
    },

    /** All editions as the bar names them. @returns {import("./edition_bar.ts").Edition[]} */
    choices() {
      const zone = contents.get(currentStart())?.site.time_zone;
      return moments.map((starts) => ({
        starts,
        name: nameOf(starts, zone),
        isCurrent: starts === currentStart(),
      }));
    },
  };
}

/**
 * Stores the new pages or articles, and returns those with these numbers.
 * @template T
 * @param {Map<number, T>} items
 * @param {Record<string, T>} news
 * @param {number[]} numbers
 */
function itemsOf(items, news, numbers) {
  for (const [number, item] of Object.entries(news)) items.set(Number(number), item);
  return numbers.flatMap((number) => items.get(number) ?? []);
}

/**
 * Removes everything that no edition uses.
 * @template T
 * @param {Map<number, T>} items
 * @param {Set<T>} references
 */
function forget(items, references) {
  for (const [number, item] of items) if (!references.has(item)) items.delete(number);
}

/**
 * When an edition starts, in the firm's time zone: the day, and the time unless it is the day's first moment.
 * @param {number | null} starts
 * @param {string | undefined} timeZone
 */
function nameOf(starts, timeZone) {
  if (starts === null) return "Now";
  const format = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone });
  const moment = format
    .format(starts * 1000)
    .replace(" at ", ", ")
    .replace("\u202f", " ");
  return `From ${moment.replace(", 12:00 AM", "")}`;
}

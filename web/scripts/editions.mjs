// The editions of a compiled file: it holds each page and each article once, and editions refer to them by index.

/** @typedef {import("../src/content.ts").Compiled} Compiled */
/** @typedef {import("../src/content.ts").Edition} Edition */

/**
 * Returns the file with the content of each edition. What is the same in two editions that follow one another is one
 * object, so that comparing them takes no time.
 * @param {any} file a compiled file, as parsed
 * @returns {Compiled}
 */
export function withEditions({ digest, year, pages, articles, editions }) {
  /** @type {Edition[]} */
  const whole = [];
  for (const { starts, pages: pageIndexes, articles: articleIndexes, ...others } of editions) {
    const before = whole.at(-1)?.content;
    const content = {
      ...sharedParts(before, others),
      pages: sharedList(before?.pages, pageIndexes, pages),
      articles: sharedList(before?.articles, articleIndexes, articles),
    };
    whole.push({ starts, content });
  }
  const [first] = whole;
  if (!first) throw new Error("expected a compiled file with at least one edition, found none");
  return { digest, year, editions: whole, content: first.content };
}

/**
 * The items of a pool at some indexes: the list from before where that has the same.
 * @template T
 * @param {T[] | undefined} before
 * @param {number[]} indexes
 * @param {T[]} pool
 */
function sharedList(before, indexes, pool) {
  const items = indexes.map((index) => /** @type {T} */ (pool[index]));
  const isSame = before?.length === items.length && items.every((item, at) => item === before[at]);
  return isSame ? before : items;
}

/**
 * A value with the objects of the one before it, wherever they are the same.
 * @param {any} before
 * @param {any} after
 */
function sharedParts(before, after) {
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after)) return after;
  /** @type {any} */
  const parts = Array.isArray(after) ? [] : {};
  let isSame = Object.keys(before).length === Object.keys(after).length;
  for (const [name, value] of Object.entries(after)) {
    parts[name] = sharedParts(before[name], value);
    if (parts[name] !== before[name]) isSame = false;
  }
  return isSame ? before : parts;
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, any>}
 */
function isObject(value) {
  return typeof value === "object" && value !== null;
}

/**
 * The content in force at a moment, which a server shows then.
 * @param {Compiled} compiled
 * @param {number} [seconds] since 1970; without it, the present
 */
export function contentAt({ editions, content }, seconds = Date.now() / 1000) {
  return editions.findLast(({ starts }) => starts !== null && starts <= seconds)?.content ?? content;
}

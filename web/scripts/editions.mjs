// The editions of a compiled file: it holds each page and each article once, and editions refer to them by index.

/** @typedef {import("../src/content.ts").Compiled} Compiled */

/**
 * Returns the file with the content of each edition.
 * @param {any} file a compiled file, as parsed
 * @returns {Compiled}
 */
export function withEditions({ digest, year, pages, articles, editions }) {
  /** @type {Compiled["editions"]} */
  const all = [];
  for (const { starts, pages: pageIndexes, articles: articleIndexes, ...others } of editions) {
    const content = {
      ...others,
      pages: pageIndexes.map((/** @type {number} */ index) => pages[index]),
      articles: articleIndexes.map((/** @type {number} */ index) => articles[index]),
    };
    all.push({ starts, content });
  }
  const [first] = all;
  if (!first) throw new Error("expected a compiled file with at least one edition, found none");
  return { digest, year, editions: all, content: first.content };
}

/**
 * The content in force at a moment, as a server would show it.
 * @param {Compiled} compiled
 * @param {number} [seconds] since 1970; the present by default
 */
export function contentAt({ editions, content }, seconds = Date.now() / 1000) {
  return editions.findLast(({ starts }) => starts !== null && starts <= seconds)?.content ?? content;
}

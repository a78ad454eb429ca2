// The editions of a compiled file: it holds each page and each article once, and editions refer to them by index.

/**
 * @param {any} file a compiled file, as parsed
 * @returns {import("../src/content.ts").Compiled} the file with the content of its first edition
 */
export function firstEdition({ digest, year, pages, articles, editions: [first] }) {
  const { starts: _, ...edition } = first;
  const content = {
    ...edition,
    pages: edition.pages.map((/** @type {number} */ index) => pages[index]),
    articles: edition.articles.map((/** @type {number} */ index) => articles[index]),
  };
  return { digest, year, content };
}

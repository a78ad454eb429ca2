// The content as Rust last sent it, kept up to date.

/** @typedef {import("../src/content.ts").Build} Build */
/** @typedef {import("../src/content.ts").Content} Content */
/** @typedef {import("../src/content.ts").Page} Page */
/** @typedef {import("../src/content.ts").Article} Article */

/**
 * What is different: site_check::load::Update.
 * @typedef {object} Update
 * @property {Omit<Content, "pages" | "articles"> | null} basis
 * @property {Page[]} pages
 * @property {Article[]} articles
 * @property {string[]} gone routes
 */

/**
 * The content after an update. What has not changed is the same object as before.
 * @param {Content | undefined} before
 * @param {Update} update
 * @returns {Content}
 */
export function updated(before, { basis, pages, articles, gone }) {
  const rest = basis ?? before;
  if (!rest) throw new Error("expected the whole content first, found a part of it");
  const replaced = new Set([...pages, ...articles].map(({ route }) => route).concat(gone));
  /**
   * @template {{ route: string }} T
   * @param {T[]} old
   */
  const kept = (old = []) => old.filter(({ route }) => !replaced.has(route));
  return {
    ...rest,
    pages: [...kept(before?.pages), ...pages].sort((a, b) => (a.route < b.route ? -1 : 1)),
    articles: [...kept(before?.articles), ...articles].sort((a, b) => b.matter.id - a.matter.id),
  };
}

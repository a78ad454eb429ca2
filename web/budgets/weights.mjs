// What developers add to the pages, and what pages weigh with their words.

import { brotliCompressSync } from "node:zlib";
import { heaviest, row } from "./table.mjs";

/** @typedef {import("./table.mjs").Row} Row */
/** @typedef {{ route: string, html: string }} Page */

/** A page with its critical CSS, brotli: what ten packets of 1,460 bytes carry before the first acknowledgement. */
const firstFlight = 14_600;
/** An article is read for minutes; it may take a second flight. */
const longArticle = 24_000;

/** Head, header, footer and critical CSS, brotli, on the page with the most kinds of blocks: 24, where the site's own have 14. */
const frame = 10_000;
/** Critical CSS as it is written, minified: bytes that compress well are still rules for a browser to match. */
const criticalCss = 37_500;
/** Styles that come after the first paint: what opens on top of the page, and print. */
const lateCss = 5_600;

/**
 * What developers own, measured on the fixture site: nothing that an editor writes can change it.
 * @param {Page[]} pages
 * @param {string} late the style sheet that comes after the first paint
 * @returns {Row[]}
 */
export function frameRows(pages, late) {
  const frames = pages.map(({ route, html }) => {
    const emptied = html.replace(/(<main\b[^>]*>).*(<\/main>)/s, "$1$2");
    return { name: route, size: compressed(emptied) };
  });
  const styles = pages.map(({ route, html }) => ({ name: route, size: stylesOf(html).length }));
  return [
    heaviest("head, header, footer and critical CSS, brotli", frames, frame),
    heaviest("critical CSS", styles, criticalCss),
    row("CSS after the first paint", late.length, lateCss),
  ];
}

/**
 * What the site's own pages weigh, words included. One that has outgrown its measure gets a warning: its words are not
 * wrong, but visitors on slow networks wait for them.
 * @param {Page[]} pages
 * @param {(route: string) => boolean} isArticle
 * @returns {Row[]}
 */
export function pageRows(pages, isArticle) {
  const sizes = pages.map(({ route, html }) => ({ name: route, size: compressed(html) }));
  const [articles, others] = [true, false].map((is) => sizes.filter(({ name }) => isArticle(name) === is));
  return [
    ...outgrown("HTML of a page, brotli", others ?? [], firstFlight),
    ...outgrown("HTML of an article, brotli", articles ?? [], longArticle),
  ];
}

/**
 * @param {string} what
 * @param {import("./table.mjs").Sized[]} pages
 * @param {number} measure
 * @returns {Row[]}
 */
function outgrown(what, pages, measure) {
  const over = pages.filter(({ size }) => size > measure);
  const rows = over.map(({ name, size }) => row(`${what}: ${name}`, size, measure));
  if (over.length === 0 && pages.length > 0) rows.push(heaviest(what, pages, measure));
  return rows.map((row) => ({ ...row, advice: true }));
}

/** @param {string} text */
function compressed(text) {
  return brotliCompressSync(text).length;
}

/** @param {string} html */
function stylesOf(html) {
  return [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = ""]) => css).join("");
}

// What developers add to the pages, and what pages weigh with their words.

import { brotliCompressSync } from "node:zlib";
import { heaviest, row } from "./table.mjs";
import { withoutWords } from "./words_out.mjs";

/** @typedef {import("./table.mjs").Row} Row */
/** @typedef {{ route: string, html: string }} Page */
/** @typedef {import("./table.mjs").Sized} Sized */

/** A page with its critical CSS, brotli: what ten packets of 1,460 bytes carry before the first acknowledgement. */
const firstFlight = 14_600;
/** An article is read for minutes; it may take a second flight. */
const longArticle = 24_000;

/** Head, header, footer and critical CSS, brotli, on the page with every kind of block. */
const frame = 8_300;
/** The elements of one block, brotli. */
const markup = 950;
/** Critical CSS as it is written, minified: bytes that compress well are still rules for a browser to match. */
const criticalCss = 40_000;
/** Styles that come after the first paint. */
const lateCss = 4_000;

/**
 * What developers own, measured on the fixture site: nothing that an editor writes can change it.
 * @param {Page[]} pages
 * @param {string} late the style sheet that comes after the first paint
 * @returns {Row[]}
 */
export function frameRows(pages, late) {
  /** @type {Sized[]} */
  const frames = [];
  /** @type {Sized[]} */
  const blocks = [];
  for (const { route, html } of pages) {
    const document = withoutWords(html);
    for (const block of document.querySelectorAll("main > *")) {
      blocks.push({ name: block.className || block.localName, size: compressed(block.outerHTML) });
      block.remove();
    }
    const css = stylesOf(html).join("");
    frames.push({ name: route, size: compressed(document.documentElement.outerHTML + css) });
  }
  return [
    heaviest("frame and critical CSS of a page without words, brotli", frames, frame),
    heaviest("markup of one block without words, brotli", blocks, markup),
    row(
      "critical CSS of all pages, each rule once",
      [...new Set(pages.flatMap(({ html }) => stylesOf(html)).flatMap(rulesOf))].join("").length,
      criticalCss,
    ),
    row("CSS after the first paint", late.length, lateCss),
  ];
}

/**
 * What the site's own pages weigh, words included. One that has outgrown its measure gets a warning: its words are not
 * wrong, but whoever comes over a slow network waits for them.
 * @param {Page[]} pages
 * @param {(route: string) => boolean} isArticle
 * @returns {Row[]}
 */
export function pageRows(pages, isArticle) {
  const sizes = pages.map(({ route, html }) => ({ name: route, size: compressed(html) }));
  return [
    ...outgrown(
      "HTML of a page, brotli",
      sizes.filter(({ name }) => !isArticle(name)),
      firstFlight,
    ),
    ...outgrown(
      "HTML of an article, brotli",
      sizes.filter(({ name }) => isArticle(name)),
      longArticle,
    ),
  ];
}

/**
 * @param {string} what
 * @param {Sized[]} pages
 * @param {number} measure
 * @returns {Row[]}
 */
function outgrown(what, pages, measure) {
  const over = pages.filter(({ size }) => size > measure);
  if (over.length === 0) return pages.length > 0 ? [{ ...heaviest(what, pages, measure), advice: true }] : [];
  return over.map(({ name, size }) => ({ ...row(`${what}: ${name}`, size, measure), advice: true }));
}

/** @param {string} text */
function compressed(text) {
  return brotliCompressSync(text).length;
}

/** @param {string} html */
function stylesOf(html) {
  return [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = ""]) => css);
}

/**
 * The rules of a style sheet, as long as they stand: `@layer` and `@media` with all that is in them.
 * @param {string} css
 */
function rulesOf(css) {
  const rules = [];
  let depth = 0;
  let start = 0;
  for (const { 0: brace, index } of css.matchAll(/[{}]/g)) {
    depth += brace === "{" ? 1 : -1;
    if (depth > 0) continue;
    rules.push(css.slice(start, index + 1));
    start = index + 1;
  }
  rules.push(css.slice(start));
  return rules;
}

// The weight that developers add to the pages, and the weight of pages with their words.

import { brotliCompressSync } from "node:zlib";
import { heaviest, type Row, row, type Sized } from "./table";

interface Page {
  route: string;
  html: string;
}

/** Bytes of a page with its critical CSS, after Brotli: ten packets of 1,460 bytes before the first acknowledgment. */
const firstFlight = 14_600;
/** Bytes of an article: people read it for minutes, so it may take a second round trip. */
const longArticle = 24_000;

/** Head, header, footer and critical CSS, after Brotli, on the page with the most kinds of blocks: 24; the site has 14. */
const frame = 10_000;
/** Minified critical CSS before compression: a browser must match its rules, however well they compress. */
const criticalCss = 37_500;
/** Styles that load after the first paint: for dialogs and menus, and for print. */
const lateCss = 5_600;

/** Measures what developers own, on the fixture site, and its late styles: an editor can't change the result. */
export function frameRows(pages: Page[], late: string): Row[] {
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
 * The weight of the site's own pages, including words. A page over its limit gets a warning: its words are not wrong,
 * but visitors on slow networks wait for them.
 */
export function pageRows(pages: Page[], isArticle: (route: string) => boolean): Row[] {
  const sizes = pages.map(({ route, html }) => ({ name: route, size: compressed(html) }));
  const [articles, others] = [true, false].map((is) => sizes.filter(({ name }) => isArticle(name) === is));
  return [
    ...outgrown("HTML of a page, brotli", others ?? [], firstFlight),
    ...outgrown("HTML of an article, brotli", articles ?? [], longArticle),
  ];
}

function outgrown(what: string, pages: Sized[], measure: number): Row[] {
  const over = pages.filter(({ size }) => size > measure);
  const rows = over.map(({ name, size }) => row(`${what}: ${name}`, size, measure));
  if (over.length === 0 && pages.length > 0) rows.push(heaviest(what, pages, measure));
  return rows.map((row) => ({ ...row, advice: true }));
}

function compressed(text: string): number {
  return brotliCompressSync(text).length;
}

function stylesOf(html: string): string {
  return [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = ""]) => css).join("");
}

// Changed pages of the built site, each as one file that opens on a phone: `preview-pages.mjs DIST LIST FOLDER`. LIST has the
// addresses of pages, a line each; the first ten are made, FOLDER/1/preview-fees.html and so on.
//
// Styles, fonts and pictures are within the file, and scripts are left out: a page stands without them. No search engine is to list
// it, and it loads nothing.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";

const MOST = 10;
/** Of a picture in several widths the smallest of at least so many pixels is taken. */
const PIXELS = 800;
/** @type {Record<string, string>} */
const TYPES = {
  ".avif": "image/avif",
  ".gif": "image/gif",
  ".jpg": "image/jpeg",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};
const HEAD = [
  '<meta name="robots" content="noindex, nofollow"/>',
  // Nothing is loaded or run, whatever stands in the page.
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"/>`,
].join("");

const [dist = "", list = "", folder = ""] = process.argv.slice(2);
const routes = readFileSync(list, "utf8").split("\n").filter(Boolean);
const built = routes.filter((route) => existsSync(page(route))).slice(0, MOST);
for (const [at, route] of built.entries()) {
  const place = join(folder, String(at + 1));
  mkdirSync(place, { recursive: true });
  const name = route === "/" ? "index" : route.slice(1).replaceAll("/", "--");
  writeFileSync(join(place, `preview-${name}.html`), alone(readFileSync(page(route), "utf8"), route));
}

/**
 * The file of a page.
 * @param {string} route
 */
function page(route) {
  return inDist(route === "/" ? "/index.html" : `${route}.html`);
}

/**
 * The path of a file of the site by its address.
 * @param {string} address
 */
function inDist(address) {
  if (address.split("/").includes("..")) {
    throw new Error(`expected the address of a file of the site, found ${address}`);
  }
  return join(dist, address);
}

/**
 * A page that needs no other file.
 * @param {string} html
 * @param {string} route
 */
function alone(html, route) {
  const origin = /<link rel="canonical" href="(https?:\/\/[^/"]+)/.exec(html)?.[1];
  const online = origin === undefined ? "#" : origin;
  const note = `<p style="margin:0;padding:.5rem 1rem;background:#fff3bf;color:#000;font:1rem/1.4 sans-serif">Preview of ${route}: not online. Links lead to the site as it is online.</p>`;
  return (
    html
      .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, "")
      // What stands in for scripts.
      .replace(/<\/?noscript>/g, "")
      .replace(/<meta name="robots"[^>]*>/g, "")
      .replace(/<link\b[^>]*>/g, styles)
      .replace(
        /(<style\b[^>]*>)([\s\S]*?)(<\/style>)/g,
        (_, before, css, after) => before + filled(css) + after,
      )
      .replace(/<(?:img|source)\b[^>]*>/g, picture)
      .replace(/(<a\b[^>]*\shref=")(\/[^"]*)(")/g, (_, before, address, after) => {
        return before + (online === "#" ? online : online + address) + after;
      })
      .replace(/<head>/, () => `<head>${HEAD}`)
      .replace(/<body\b[^>]*>/, (body) => body + note)
  );
}

/**
 * What stands in place of a link in the head: the styles to which it leads.
 * @param {string} link
 */
function styles(link) {
  const address = attribute(link, "href");
  if (!link.includes('rel="stylesheet"') || !address?.startsWith("/")) return "";
  return `<style>${filled(readFileSync(inDist(address), "utf8"))}</style>`;
}

/**
 * Styles with the files that they name.
 * @param {string} css
 */
function filled(css) {
  return css.replace(/url\((["']?)(\/[^"')]*)\1\)/g, (_, _quote, address) => `url("${data(address)}")`);
}

/**
 * A picture with its file, in one width.
 * @param {string} tag
 */
function picture(tag) {
  const set = attribute(tag, "srcset");
  const own = attribute(tag, "src");
  if (set === undefined) return own?.startsWith("/") ? tag.replace(own, () => data(own)) : tag;
  // An image takes one of its widths in place of its own file, a source has nothing but widths.
  const chosen = candidate(set);
  if (own === undefined) return tag.replace(set, () => data(chosen));
  return tag.replace(/\ssrcset="[^"]*"/i, "").replace(own, () => data(chosen));
}

/**
 * The address of one picture out of a set.
 * @param {string} set
 */
function candidate(set) {
  const candidates = set.split(",").map((one) => {
    const [address = "", width = "0w"] = one.trim().split(/\s+/);
    return { address, pixels: Number.parseInt(width, 10) };
  });
  candidates.sort((one, other) => one.pixels - other.pixels);
  const wide = candidates.find(({ pixels }) => pixels >= PIXELS) ?? candidates[candidates.length - 1];
  return wide?.address ?? "";
}

/**
 * @param {string} tag
 * @param {string} name
 */
function attribute(tag, name) {
  return new RegExp(`\\s${name}="([^"]*)"`, "i").exec(tag)?.[1];
}

/**
 * A file of the site as an address that holds it.
 * @param {string} address
 */
function data(address) {
  const type = TYPES[extname(address)];
  if (type === undefined) throw new Error(`expected a picture or a font, found ${address}`);
  return `data:${type};base64,${readFileSync(inDist(address)).toString("base64")}`;
}

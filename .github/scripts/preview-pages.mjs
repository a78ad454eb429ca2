// Changed pages of the built site, each as one file that opens on a phone: `preview-pages.mjs DIST LIST FOLDER`. LIST is what
// `site diff --changed` writes: the address of a page on each line, and where a change waits, its moment in seconds since 1970 and
// in the firm's words. The first ten are made, FOLDER/1/preview-fees.html, FOLDER/2/preview-fees_2027-01-01.html and so on.
//
// Styles, fonts and pictures are within the file, and scripts are left out: a page stands without them. No search engine is to list
// it, and it loads nothing.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
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
  // Nothing is loaded or run, whatever the page holds.
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"/>`,
].join("");

const [dist = "", list = "", folder = ""] = process.argv.slice(2);
const lines = readFileSync(list, "utf8").split("\n").filter(Boolean);
let made = 0;
for (const line of lines) {
  const [route = "", seconds, day] = line.split(" ");
  const file = page(route, seconds);
  if (file === undefined || made === MOST) continue;
  made += 1;
  const place = join(folder, String(made));
  mkdirSync(place, { recursive: true });
  const name = route === "/" ? "index" : route.slice(1).replaceAll("/", "--");
  const edition = day === undefined ? "" : `_${day}`;
  const shown = day === undefined ? route : `${route} from ${day}`;
  writeFileSync(join(place, `preview-${name}${edition}.html`), alone(readFileSync(file, "utf8"), shown));
}

/**
 * The file of a page as it is from a moment on, or else now; undefined where there is none.
 * @param {string} route @param {string | undefined} seconds since 1970
 */
function page(route, seconds) {
  const name = route === "/" ? "/index.html" : `${route}.html`;
  const editions = join(dist, ".editions");
  // An edition has only the pages that differ from what they showed before it.
  const starts = seconds !== undefined && existsSync(editions) ? readdirSync(editions).map(Number) : [];
  const past = starts.filter((start) => start <= Number(seconds)).sort((one, other) => one - other);
  const files = [inDist(name), ...past.map((start) => join(editions, String(start), name))];
  return files.findLast((file) => existsSync(file));
}

/** The path of a file of the site by its address. @param {string} address */
function inDist(address) {
  if (address.split("/").includes("..")) {
    throw new Error(`expected the address of a file of the site, found ${address}`);
  }
  return join(dist, address);
}

/** A page that needs no other file. @param {string} html @param {string} shown the page and the moment, in words */
function alone(html, shown) {
  const origin = /<link rel="canonical" href="(https?:\/\/[^/"]+)/.exec(html)?.[1];
  const note = `<p style="margin:0;padding:.5rem 1rem;background:#fff3bf;color:#000;font:1rem/1.4 sans-serif">Preview of ${shown}: not online. Links lead to the site as it is online.</p>`;
  return (
    html
      .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, "")
      // Shown where no script runs.
      .replace(/<\/?noscript>/g, "")
      .replace(/<meta name="robots"[^>]*>/g, "")
      .replace(/<link\b[^>]*>/g, styles)
      .replace(/(?<=<style\b[^>]*>)[\s\S]*?(?=<\/style>)/g, filled)
      .replace(/<(?:img|source)\b[^>]*>/g, picture)
      .replace(/(<a\b[^>]*\shref=")(\/[^"]*)/g, (_, before, address) => {
        return before + (origin === undefined ? "#" : origin + address);
      })
      .replace(/<head>/, () => `<head>${HEAD}`)
      .replace(/<body\b[^>]*>/, (body) => body + note)
  );
}

/** The styles that a link in the head leads to, to be written in its place. @param {string} link */
function styles(link) {
  const address = attribute(link, "href");
  if (!link.includes('rel="stylesheet"') || !address?.startsWith("/")) return "";
  return `<style>${filled(readFileSync(inDist(address), "utf8"))}</style>`;
}

/** Styles with the files that they name. @param {string} css */
function filled(css) {
  return css.replace(/url\((["']?)(\/[^"')]*)\1\)/g, (_, _quote, address) => `url("${data(address)}")`);
}

/** A picture with its file, in one width. @param {string} tag */
function picture(tag) {
  const set = attribute(tag, "srcset");
  const own = attribute(tag, "src");
  if (set === undefined) return own?.startsWith("/") ? tag.replace(own, () => data(own)) : tag;
  // An image takes one of its widths in place of its own file, a source has nothing but widths.
  const chosen = candidate(set);
  if (own === undefined) return tag.replace(set, () => data(chosen));
  return tag.replace(/\ssrcset="[^"]*"/i, "").replace(own, () => data(chosen));
}

/** The address of one picture out of a set. @param {string} set */
function candidate(set) {
  const candidates = set.split(",").map((one) => {
    const [address = "", width = "0w"] = one.trim().split(/\s+/);
    return { address, pixels: Number.parseInt(width, 10) };
  });
  candidates.sort((one, other) => one.pixels - other.pixels);
  return (candidates.find(({ pixels }) => pixels >= PIXELS) ?? candidates.at(-1))?.address ?? "";
}

/** @param {string} tag @param {string} name */
function attribute(tag, name) {
  return new RegExp(`\\s${name}="([^"]*)"`, "i").exec(tag)?.[1];
}

/** A file of the site as an address that holds it. @param {string} address */
function data(address) {
  const type = TYPES[extname(address)];
  if (type === undefined) throw new Error(`expected a picture or a font, found ${address}`);
  return `data:${type};base64,${readFileSync(inDist(address)).toString("base64")}`;
}

// Writes changed pages of the built site as single files that open on a phone: `preview-pages.mjs DIST LIST FOLDER`. LIST is the output of
// `site diff --changed`: one address per line. A scheduled change adds its time, in seconds since 1970 and as text in the firm's time zone.
// The first ten pages are written, as FOLDER/1/preview-fees.html, FOLDER/2/preview-fees_2027-01-01.html and so on.
//
// Styles, fonts and images are inlined. Scripts are left out, because pages work without them. Search engines must not list the file, and it
// loads nothing.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";

const MOST = 10;
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
  // Nothing is loaded or run, whatever the page contains.
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
 * The file of a page at a given time, or now. Undefined if there is no such page.
 * @param {string} route @param {string | undefined} seconds since 1970
 */
function page(route, seconds) {
  const name = route === "/" ? "/index.html" : `${route}.html`;
  const editions = join(dist, ".editions");
  // An edition only has the pages that changed.
  const starts = seconds !== undefined && existsSync(editions) ? readdirSync(editions).map(Number) : [];
  const past = starts.filter((start) => start <= Number(seconds)).sort((one, other) => one - other);
  const files = [inDist(name), ...past.map((start) => join(editions, String(start), name))];
  return files.findLast((file) => existsSync(file));
}

/** The path of a file of the site, from its address. @param {string} address */
function inDist(address) {
  if (address.split("/").includes("..")) {
    throw new Error(`expected the address of a file of the site, found ${address}`);
  }
  return join(dist, address);
}

/** A page that needs no other file. @param {string} html @param {string} shown the page and the time, as text */
function alone(html, shown) {
  const origin = /<link rel="canonical" href="(https?:\/\/[^/"]+)/.exec(html)?.[1];
  const note = `<p style="margin:0;padding:.5rem 1rem;background:#fff3bf;color:#000;font:1rem/1.4 sans-serif">Preview of ${shown}: not online. Links lead to the site as it is online.</p>`;
  return (
    html
      .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, "")
      // Displayed because no script runs.
      .replace(/<\/?noscript>/g, "")
      .replace(/<meta name="robots"[^>]*>/g, "")
      .replace(/<link\b[^>]*>/g, styles)
      .replace(/(?<=<style\b[^>]*>)[\s\S]*?(?=<\/style>)/g, filled)
      .replace(/<source\b[^>]*>/g, "")
      .replace(/<img\b[^>]*>/g, picture)
      .replace(/(<a\b[^>]*\shref=")(\/[^"]*)/g, (_, before, address) => {
        return before + (origin === undefined ? "#" : origin + address);
      })
      .replace(/<head>/, () => `<head>${HEAD}`)
      .replace(/<body\b[^>]*>/, (body) => body + note)
  );
}

/** The styles of a link in the head, to replace the link. @param {string} link */
function styles(link) {
  const address = /\shref="([^"]*)"/.exec(link)?.[1];
  if (!link.includes('rel="stylesheet"') || !address?.startsWith("/")) return "";
  return `<style>${filled(readFileSync(inDist(address), "utf8"))}</style>`;
}

/** Styles with inlined files. @param {string} css */
function filled(css) {
  return css.replace(/url\((["']?)(\/[^"')]*)\1\)/g, (_, _quote, address) => `url("${data(address)}")`);
}

/** An image with an inlined file: the one for browsers that don't choose a format and a width. @param {string} tag */
function picture(tag) {
  return tag.replace(/\ssrcset="[^"]*"/i, "").replace(/(?<=\ssrc=")\/[^"]*/, data);
}

/** A file of the site as a data URL. @param {string} address */
function data(address) {
  const type = TYPES[extname(address)];
  if (type === undefined) throw new Error(`expected a picture or a font, found ${address}`);
  return `data:${type};base64,${readFileSync(inDist(address)).toString("base64")}`;
}

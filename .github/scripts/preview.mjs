// A copy of the built site that opens from the disk, without a server: `preview.mjs DIST FOLDER`.
//
// Every address within the site becomes a path to its file. What only a server or a script from one can do (the calculator's
// live figures, documents for machines) stays as it is: a page stands without it.

import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ADDRESSES = /(\s(?:href|src|data-styles)=")(\/[^"]*)(")/g;
const SOURCE_SETS = /(\s(?:srcset|imagesrcset)=")([^"]*)(")/gi;
const STYLE_ADDRESSES = /(url\(["']?)(\/[^"')]*)(["']?\))/g;

const [dist = "", folder = ""] = process.argv.slice(2);
cpSync(dist, folder, { recursive: true });
for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
  const path = join(folder, name);
  const up = "../".repeat(name.split(/[\\/]/).length - 1);
  if (name.endsWith(".html")) writeFileSync(path, localPage(readFileSync(path, "utf8"), up));
  if (name.endsWith(".css")) writeFileSync(path, localStyles(readFileSync(path, "utf8"), up));
}

/**
 * A page with the paths to files in place of their addresses.
 * @param {string} html
 * @param {string} up the path from its folder to the folder of the site
 */
function localPage(html, up) {
  const withPaths = html.replace(
    ADDRESSES,
    (_whole, before, address, after) => before + onDisk(address, up) + after,
  );
  const withSets = withPaths.replace(SOURCE_SETS, (_whole, before, set, after) => {
    const paths = set.replace(
      /(^|,\s*)(\/[^\s,]+)/g,
      (/** @type {string} */ _one, /** @type {string} */ comma, /** @type {string} */ address) =>
        comma + onDisk(address, up),
    );
    return before + paths + after;
  });
  return localStyles(withSets, up);
}

/**
 * The same of styles, those in a page too.
 * @param {string} css
 * @param {string} up
 */
function localStyles(css, up) {
  return css.replace(
    STYLE_ADDRESSES,
    (_whole, before, address, after) => before + onDisk(address, up) + after,
  );
}

/**
 * The path to the file behind an address; the address itself where no file of the site stands behind it.
 * @param {string} address
 * @param {string} up
 */
function onDisk(address, up) {
  const [, path = "", rest = ""] = /^\/([^?#]*)(.*)$/s.exec(address) ?? [];
  const names = path === "" ? ["index.html"] : [path, `${path}.html`];
  const file = names.find((name) => isFile(join(dist, name)));
  return file === undefined ? address : up + file + rest;
}

/** @param {string} path */
function isFile(path) {
  return existsSync(path) && statSync(path).isFile();
}

// A copy of the built site that opens from the disk, without a server: `preview.mjs DIST FOLDER`.
//
// Every address within the site becomes a path to its file. What only a server or a script from one can do (the calculator's
// live figures, documents for machines) stays as it is: a page stands without it.

import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ADDRESSES = /(\s(?:href|src|data-styles)=")(\/[^"]*)(")/g;
const SOURCE_SETS = /(\s(?:srcset|imagesrcset)=")([^"]*)(")/gi;
const STYLE_ADDRESSES = /(url\(["']?)(\/[^"')]*)(["']?\))/g;

const [dist, folder] = process.argv.slice(2);
cpSync(dist, folder, { recursive: true });
for (const name of readdirSync(folder, { recursive: true })) {
  const up = "../".repeat(name.split(/[\\/]/).length - 1);
  const local = (_, before, address, after) => before + onDisk(address, up) + after;
  const path = join(folder, name);
  if (name.endsWith(".html")) {
    const sets = (_, before, set, after) => before + set.replace(/(^|,\s*)(\/[^\s,]+)()/g, local) + after;
    const html = readFileSync(path, "utf8");
    writeFileSync(
      path,
      html.replace(ADDRESSES, local).replace(SOURCE_SETS, sets).replace(STYLE_ADDRESSES, local),
    );
  } else if (name.endsWith(".css")) {
    writeFileSync(path, readFileSync(path, "utf8").replace(STYLE_ADDRESSES, local));
  }
}

/** The path to the file behind an address; the address itself where no file of the site stands behind it. */
function onDisk(address, up) {
  const [, path, rest] = /^\/([^?#]*)(.*)$/s.exec(address);
  const file = [path, `${path}.html`, "index.html"].find(
    (name, place) => (place < 2 || path === "") && name !== "" && isFile(join(dist, name)),
  );
  return file === undefined ? address : up + file + rest;
}

function isFile(path) {
  return existsSync(path) && statSync(path).isFile();
}

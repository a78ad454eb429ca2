// The site's faces, cut down to the characters and the weights that its pages use.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, extname } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

/** @typedef {import("./pictures/cache.mjs").Cache} Cache */
/** @typedef {{ stem: string, bytes: Buffer }} Face */

export const faces = /** @type {const} */ ({
  display: "@fontsource-variable/josefin-sans/files/josefin-sans-latin-wght-normal.woff2",
  text: "@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2",
  textItalic: "@fontsource-variable/newsreader/files/newsreader-latin-wght-italic.woff2",
});

/** As in src/design/fonts.ts. */
const weights = { wght: { min: 400, max: 700 } };

/** ASCII, and what components and styles write besides the content. */
const always = `${String.fromCharCode(...Array.from({ length: 95 }, (_, at) => 32 + at))}\u00a0©·–—‘’“”…←→−`;

/**
 * The characters that the faces are cut down to, each once and in order.
 * @param {string} text what pages say, and more
 */
export function charactersOf(text) {
  // Most of it is ASCII: what is left is little.
  const others = text.replaceAll(/[\x20-\x7e]+/g, "");
  return [...new Set(always + others)].sort().join("");
}

/**
 * @param {string} characters
 * @param {Cache} cache
 * @returns {Promise<Record<keyof typeof faces, Face>>}
 */
export async function cutFaces(characters, cache) {
  const { version } = createRequire(import.meta.url)("subset-font/package.json");
  const cut = async (/** @type {string} */ specifier) => {
    const file = fileURLToPath(import.meta.resolve(specifier));
    const whole = await readFile(file);
    const settings = JSON.stringify([version, characters, weights]);
    const bytes = await cache(["font", settings, whole], () =>
      subsetFont(whole, characters, { targetFormat: "woff2", variationAxes: weights }),
    );
    return { stem: basename(file, extname(file)), bytes };
  };
  const [display, text, textItalic] = await Promise.all([
    cut(faces.display),
    cut(faces.text),
    cut(faces.textItalic),
  ]);
  return { display, text, textItalic };
}

/**
 * Fails on a character of a page that the faces were not cut for.
 * @param {string} html
 * @param {string} characters
 */
export function assertCovered(html, characters) {
  // The joiner, which no one sees, keeps a sign on its line.
  const known = new Set(`${characters}\u2060`);
  const foreign = new Set(
    [...html.replaceAll(/[\n\x20-\x7e]+/g, "")].filter((character) => !known.has(character)),
  );
  if (foreign.size > 0) {
    const listed = [...foreign].map((character) => `${character} (U+${hex(character)})`).join(", ");
    throw new Error(`the fonts were cut without ${listed}: add it to \`always\` in scripts/fonts.mjs`);
  }
}

/** @param {string} character */
function hex(character) {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}

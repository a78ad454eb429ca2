// The site's fonts, each as a subset with the characters and weights that its pages use.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, extname } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

/** @typedef {import("./pictures/cache.mjs").Cache} Cache */
/** @typedef {{ stem: string, bytes: Buffer }} Font */
/** @typedef {Record<keyof ReturnType<typeof filesOf>, Font>} Fonts */

/** The packages' files with the letters of an alphabet. @param {string} alphabet */
const filesOf = (alphabet) => ({
  display: `@fontsource-variable/josefin-sans/files/josefin-sans-${alphabet}-wght-normal.woff2`,
  text: `@fontsource-variable/newsreader/files/newsreader-${alphabet}-wght-normal.woff2`,
  textItalic: `@fontsource-variable/newsreader/files/newsreader-${alphabet}-wght-italic.woff2`,
});

/**
 * The alphabets with letters that `latin` lacks, such as Ł and ễ, each with a CSS range of its letters. Its other characters
 * are signs, which the site doesn't use, or letters of an earlier range.
 */
const alphabets = {
  "latin-ext": "U+0100-0130,U+0132-0151,U+0154-02BA,U+1E00-1E9F,U+1EF2-1EFF",
  vietnamese: "U+1EA0-1EF1",
};

/** As in src/design/fonts.ts. */
const weights = { wght: { min: 400, max: 700 } };

const ascii = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join("");

/** The characters that components and styles add to the content's. */
const always = `${ascii}\u00a0©·–—‘’“”…←→−`;

/**
 * Returns the characters that the subsets need, without duplicates and in order.
 * @param {string} text at least everything that pages say
 */
export function charactersOf(text) {
  // Most of the text is ASCII, so little is left.
  const others = text.replaceAll(/[\x20-\x7e]+/g, "");
  return [...new Set(always + others)].sort().join("");
}

/**
 * Makes the subset of each font, and of the files of each alphabet that `characters` uses.
 * @param {string} characters
 * @param {Cache} cache
 * @returns {Promise<Fonts & { extended: (Fonts & { range: string })[] }>}
 */
export async function subsetFonts(characters, cache) {
  const extended = [];
  for (const [alphabet, range] of Object.entries(alphabets)) {
    const letters = characters.match(lettersOf(range));
    if (letters === null) continue;
    const fonts = await fontsOf(alphabet, (file) => subset(file, letters.join(""), cache));
    extended.push({ ...fonts, range: letters.map((letter) => `U+${hex(letter)}`).join(",") });
  }
  return { ...(await fontsOf("latin", (file) => subset(file, characters, cache))), extended };
}

/** @param {string} range a CSS range */
const lettersOf = (range) => new RegExp(`[${range.replaceAll(/U\+(\w+)-(\w+),?/g, "\\u$1-\\u$2")}]`, "g");

/**
 * Reads the whole fonts.
 * @returns {Promise<Fonts & { extended: (Fonts & { range: string })[] }>}
 */
export async function wholeFonts() {
  const extended = [];
  for (const [alphabet, range] of Object.entries(alphabets)) {
    extended.push({ ...(await fontsOf(alphabet, whole)), range });
  }
  return { ...(await fontsOf("latin", whole)), extended };
}

/**
 * @param {string} alphabet
 * @param {(specifier: string) => Promise<Font>} read
 * @returns {Promise<Fonts>}
 */
async function fontsOf(alphabet, read) {
  const { display, text, textItalic } = filesOf(alphabet);
  return { display: await read(display), text: await read(text), textItalic: await read(textItalic) };
}

/**
 * @param {string} specifier the package and the file in it
 * @returns {Promise<Font>}
 */
async function whole(specifier) {
  const file = fileURLToPath(import.meta.resolve(specifier));
  return { stem: basename(file, extname(file)), bytes: await readFile(file) };
}

/**
 * @param {string} specifier the package and the file in it
 * @param {string} characters
 * @param {Cache} cache
 * @returns {Promise<Font>}
 */
async function subset(specifier, characters, cache) {
  const { version } = createRequire(import.meta.url)("subset-font/package.json");
  const { stem, bytes } = await whole(specifier);
  const settings = JSON.stringify([version, characters, weights]);
  const make = () => subsetFont(bytes, characters, { targetFormat: "woff2", variationAxes: weights });
  return { stem, bytes: await cache(["font", settings, bytes], make) };
}

/**
 * Throws if the subsets lack a character of a page.
 * @param {string} html
 * @param {string} characters
 */
export function assertCovered(html, characters) {
  // The word joiner is invisible: no font needs a glyph for it.
  const known = new Set(`${characters}\u2060`);
  /** @type {Set<string>} */
  const missing = new Set();
  for (const character of html.replaceAll(/[\n\x20-\x7e]+/g, "")) {
    if (!known.has(character)) missing.add(character);
  }
  if (missing.size > 0) {
    const listed = [...missing].map((character) => `${character} (U+${hex(character)})`).join(", ");
    throw new Error(`the fonts were cut without ${listed}: add it to \`always\` in scripts/fonts.mjs`);
  }
}

/** @param {string} character */
function hex(character) {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}

// The site's fonts, each as a subset with the characters and weights that its pages use.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, extname } from "node:path";
import subsetFont from "subset-font";
import type { Cache } from "./pictures/cache";

interface Font {
  stem: string;
  bytes: Buffer;
}
export type Fonts = Record<keyof ReturnType<typeof filesOf>, Font>;
/** The fonts of an alphabet, and the CSS range of its letters. */
type Extension = Fonts & { range: string };

const require = createRequire(import.meta.url);

/** The packages' files with the letters of an alphabet. */
const filesOf = (alphabet: string) => ({
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

/** Returns the characters that the subsets need, without duplicates and in order. `text` is at least everything that pages say. */
export function charactersOf(text: string): string {
  // Most of the text is ASCII, so little is left.
  const others = text.replaceAll(/[\x20-\x7e]+/g, "");
  return [...new Set(always + others)].sort().join("");
}

/** Makes the subset of each font, and of the files of each alphabet that `characters` uses. */
export async function subsetFonts(
  characters: string,
  cache: Cache,
): Promise<Fonts & { extended: Extension[] }> {
  const extended: Extension[] = [];
  for (const [alphabet, range] of Object.entries(alphabets)) {
    const letters = characters.match(lettersOf(range));
    if (letters === null) continue;
    const fonts = await fontsOf(alphabet, (file) => subset(file, letters.join(""), cache));
    extended.push({ ...fonts, range: letters.map((letter) => `U+${hex(letter)}`).join(",") });
  }
  return { ...(await fontsOf("latin", (file) => subset(file, characters, cache))), extended };
}

/** The letters of a CSS range. */
const lettersOf = (range: string) =>
  new RegExp(`[${range.replaceAll(/U\+(\w+)-(\w+),?/g, "\\u$1-\\u$2")}]`, "g");

/** Reads the whole fonts. */
export async function wholeFonts(): Promise<Fonts & { extended: Extension[] }> {
  const extended: Extension[] = [];
  for (const [alphabet, range] of Object.entries(alphabets)) {
    extended.push({ ...(await fontsOf(alphabet, whole)), range });
  }
  return { ...(await fontsOf("latin", whole)), extended };
}

async function fontsOf(alphabet: string, read: (file: string) => Promise<Font>): Promise<Fonts> {
  const { display, text, textItalic } = filesOf(alphabet);
  return { display: await read(display), text: await read(text), textItalic: await read(textItalic) };
}

async function whole(packageFile: string): Promise<Font> {
  const file = require.resolve(packageFile);
  return { stem: basename(file, extname(file)), bytes: await readFile(file) };
}

async function subset(packageFile: string, characters: string, cache: Cache): Promise<Font> {
  const { version } = require("subset-font/package.json");
  const { stem, bytes } = await whole(packageFile);
  const settings = JSON.stringify([version, characters, weights]);
  const make = () => subsetFont(bytes, characters, { targetFormat: "woff2", variationAxes: weights });
  return { stem, bytes: await cache(["font", settings, bytes], make) };
}

/** Throws if the subsets lack a character of a page. */
export function assertCovered(html: string, characters: string): void {
  // The word joiner is invisible: no font needs a glyph for it.
  const known = new Set(`${characters}\u2060`);
  const others = new Set(html.replaceAll(/[\n\x20-\x7e]+/g, ""));
  const missing = [...others].filter((character) => !known.has(character));
  if (missing.length > 0) {
    const listed = missing.map((character) => `${character} (U+${hex(character)})`).join(", ");
    throw new Error(`the fonts were cut without ${listed}: add it to \`always\` in scripts/fonts.ts`);
  }
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}

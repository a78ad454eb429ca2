// Words as outlines, from the site's own display face: no font of the machine has a say.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { create } from "fontkit";
import subsetFont from "subset-font";

/** @typedef {import("fontkit").Font} Font */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */
/** @typedef {{ size: number, tracking?: number }} Setting size in pixels; tracking in parts of it */

const FILES = ["latin", "latin-ext"].map(
  (part) => `@fontsource-variable/josefin-sans/files/josefin-sans-${part}-wght-normal.woff2`,
);
const WEIGHT = 600;

/** @typedef {Awaited<ReturnType<typeof openLettering>>} Lettering */

export async function openLettering() {
  const fonts = await Promise.all(FILES.map(openFont));
  const [main] = fonts;
  if (!main) throw new Error("no font");

  /** @param {string} character */
  const fontOf = (character) =>
    fonts.find((font) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));

  /**
   * The text as it can be drawn: without what no font of the site has.
   * @param {string} text
   */
  const drawable = (text) => {
    const characters = [...text.normalize("NFC").replace(/\s+/g, " ")];
    return characters.filter(fontOf).join("").replace(/ +/g, " ").trim();
  };

  /**
   * Pieces of a text, each of one font.
   * @param {string} text
   */
  const pieces = (text) => {
    /** @type {{ font: Font, text: string }[]} */
    const found = [];
    for (const character of text) {
      const font = fontOf(character) ?? main;
      const last = found.at(-1);
      if (last?.font === font) last.text += character;
      else found.push({ font, text: character });
    }
    return found;
  };

  /** @type {Map<string, { advance: number, letters: number }>} the widths of texts at size 1 */
  const unitWidths = new Map();

  /**
   * @param {string} text
   * @param {Setting} setting
   */
  const width = (text, { size, tracking = 0 }) => {
    let unit = unitWidths.get(text);
    if (!unit) {
      unit = { advance: 0, letters: 0 };
      for (const piece of pieces(text)) {
        const { advanceWidth, glyphs } = piece.font.layout(piece.text);
        unit.advance += advanceWidth / piece.font.unitsPerEm;
        unit.letters += glyphs.length;
      }
      unitWidths.set(text, unit);
    }
    return (unit.advance + tracking * Math.max(0, unit.letters - 1)) * size;
  };

  /**
   * A line of text as SVG, and the box of its ink.
   * @param {string} text
   * @param {number} x
   * @param {number} baseline
   * @param {Setting} setting
   * @returns {{ svg: string, box: Box }}
   */
  const line = (text, x, baseline, { size, tracking = 0 }) => {
    let svg = "";
    let pen = x;
    const box = { left: x, top: baseline, right: x, bottom: baseline };
    for (const { font, text: piece } of pieces(text)) {
      const scale = size / font.unitsPerEm;
      const { glyphs, positions } = font.layout(piece);
      for (const [at, { path }] of glyphs.entries()) {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {};
        const [left, base] = [pen + xOffset * scale, baseline - yOffset * scale];
        const outline = path.toSVG();
        if (outline) {
          svg += `<path transform="matrix(${[scale, 0, 0, -scale, left, base].map(rounded).join(" ")})" d="${outline}"/>`;
          const { minX, minY, maxX, maxY } = path.bbox;
          box.left = Math.min(box.left, left + minX * scale);
          box.right = Math.max(box.right, left + maxX * scale);
          box.top = Math.min(box.top, base - maxY * scale);
          box.bottom = Math.max(box.bottom, base - minY * scale);
        }
        pen += xAdvance * scale + tracking * size;
      }
    }
    return { svg, box };
  };

  return { drawable, width, line, capHeight: main.capHeight / main.unitsPerEm };
}

/**
 * The variable font at the weight of headings.
 * @param {string} specifier
 */
async function openFont(specifier) {
  const bytes = await readFile(createRequire(import.meta.url).resolve(specifier));
  const characters = create(bytes).characterSet.map((codePoint) => String.fromCodePoint(codePoint));
  const variationAxes = { wght: WEIGHT };
  return create(await subsetFont(bytes, characters.join(""), { targetFormat: "truetype", variationAxes }));
}

/** @param {number} value */
function rounded(value) {
  return Math.round(value * 1e5) / 1e5;
}

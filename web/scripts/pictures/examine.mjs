// Looks at an editor's picture and says what it is, or what is wrong with it and what to do. The check of the content
// (site-check/src/load/picture/) has looked before, and refuses drawings that do more than draw; whoever changes a limit
// here changes it there.

import { extname } from "node:path";
import sharp from "sharp";

/** @typedef {"jpeg" | "png" | "webp" | "avif" | "svg"} Format */
/**
 * @typedef {object} Examined
 * @property {Format} format
 * @property {number} width in pixels, as it is shown: turned as its camera was held
 * @property {number} height
 * @property {string | null} tint its dominant color as six hexadecimal digits; none where one can see through it
 */

/** @type {Record<string, Format>} */
const FORMATS = {
  ".jpg": "jpeg",
  ".jpeg": "jpeg",
  ".png": "png",
  ".webp": "webp",
  ".avif": "avif",
  ".svg": "svg",
};
const ENDINGS = "one that ends in .jpg, .png, .webp, .avif or .svg";
const MOST_BYTES = 10_000_000;
const MOST_PIXELS = 120_000_000;

/** For every reader of a picture: upright, and damage is an error. */
export const reading = /** @type {const} */ ({
  autoOrient: true,
  failOn: "warning",
  limitInputPixels: MOST_PIXELS,
});

/** What is wrong with a picture: what was expected, what was found, what to do. */
export class PictureProblem extends Error {
  /**
   * @param {string} expected
   * @param {string} found
   * @param {string} help
   */
  constructor(expected, found, help) {
    super(`expected ${expected}, found ${found}. ${help}`);
  }
}

/**
 * @param {string} name
 * @param {Buffer} bytes
 * @returns {Promise<Examined>}
 */
export async function examine(name, bytes) {
  const ending = extname(name).toLowerCase();
  const format = FORMATS[ending];
  if (!format) {
    throw new PictureProblem(
      `a picture, ${ENDINGS}`,
      ending || "no ending",
      "Export it in one of these formats.",
    );
  }
  if (bytes.length === 0) throw damaged("an empty file");
  if (bytes.length > MOST_BYTES) throw tooLarge(`${Math.round(bytes.length / 1e6)} MB`);
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw damaged("bytes that are no picture, or a damaged one");
    });
  const held = metadata.compression === "av1" ? "avif" : metadata.format;
  if (held !== format) {
    const right = Object.entries(FORMATS).find(([, format]) => format === held);
    throw new PictureProblem(
      `a ${format.toUpperCase()} in a file that ends in ${ending}`,
      `a ${held.toUpperCase()}`,
      right ? `Rename the file so that it ends in ${right[0]}.` : "Export it as JPEG or PNG.",
    );
  }
  const { width, height } = metadata.autoOrient;
  if (width * height > MOST_PIXELS) throw tooLarge(`${width} x ${height} pixels`);
  if ((metadata.pages ?? 1) > 1 || isAnimated(format, bytes)) {
    throw new PictureProblem(
      "a picture that stands still",
      "an animated one",
      "Export one frame as JPEG or PNG.",
    );
  }
  return { format, width, height, tint: await tint(bytes) };
}

/**
 * Reads the whole picture, so that damage anywhere in it is found.
 * @param {Buffer} bytes
 */
async function tint(bytes) {
  const read = sharp(bytes, reading).resize(64, 64, { fit: "inside" }).toColourspace("srgb").ensureAlpha();
  const { data, info } = await read
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error) => {
      throw damaged(`damage (${String(error.message).split("\n")[0]})`);
    });
  const { isOpaque, dominant } = await sharp(data, { raw: info }).stats();
  const { r, g, b } = dominant;
  return isOpaque ? Buffer.from([r, g, b]).toString("hex") : null;
}

/**
 * What sharp does not report: a PNG with an animation chunk before its data, and an AVIF sequence.
 * @param {Format} format
 * @param {Buffer} bytes
 */
function isAnimated(format, bytes) {
  if (format === "avif") return bytes.subarray(0, 64).includes("avis");
  return format === "png" && bytes.subarray(0, bytes.indexOf("IDAT")).includes("acTL");
}

/** @param {string} found */
function damaged(found) {
  return new PictureProblem(
    "a whole picture",
    found,
    "Export it again or copy it again, and open it once to see that it is whole.",
  );
}

/** @param {string} found */
function tooLarge(found) {
  return new PictureProblem(
    `a picture of at most ${MOST_PIXELS / 1e6} million pixels and ${MOST_BYTES / 1e6} MB`,
    found,
    "Export it smaller: 2,400 pixels across is plenty.",
  );
}

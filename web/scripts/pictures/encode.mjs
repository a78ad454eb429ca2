// Makes the files of a photograph: formats from the best to the most widely supported, each in several widths.

import sharp from "sharp";
import { reading } from "./examine.mjs";
import { limited } from "./limit.mjs";

/** @typedef {import("./cache.mjs").Cache} Cache */
/** @typedef {import("./examine.mjs").Examined} Examined */
/** @typedef {"avif" | "webp" | "jpeg" | "png"} Encoding */
/** @typedef {{ width: number, bytes: Buffer }} Sized */
/** @typedef {{ encoding: Encoding, files: Sized[] }} Encoded the files from narrow to wide */

const WIDTHS = [480, 800, 1200, 1600];

/** @type {{ [E in Encoding]: import("sharp").OutputOptions & Record<string, unknown> }} */
const settings = {
  // More effort takes seven times as long and saves only 5% of the bytes.
  avif: { quality: 55, effort: 3 },
  webp: { quality: 76, effort: 6, smartSubsample: true },
  jpeg: { quality: 78, mozjpeg: true },
  png: { palette: true, compressionLevel: 9 },
};

/**
 * Leaves out a format that isn't smaller than the original's.
 * @param {Examined} examined
 * @param {Buffer} bytes
 * @param {Cache} cache
 * @returns {Promise<Encoded[]>}
 */
export async function encode({ format, width }, bytes, cache) {
  const original = format === "jpeg" || format === "png" ? format : "webp";
  /** @type {Encoding[]} */
  const encodings = [...new Set(/** @type {const} */ (["avif", "webp", original]))];
  const encoded = await Promise.all(
    encodings.map(async (encoding) => {
      const files = widths(width).map(async (width) => ({ width, bytes: await file(width, encoding) }));
      return { encoding, files: await Promise.all(files) };
    }),
  );
  const most = Math.max(...encoded.slice(-1).map(weight));
  return encoded.filter((each, at) => at === encoded.length - 1 || weight(each) < most);

  /**
   * @param {number} width
   * @param {Encoding} encoding
   */
  function file(width, encoding) {
    const options = settings[encoding];
    return cache([bytes, encoding, String(width), JSON.stringify(options)], () =>
      limited(() => sharp(bytes, reading).resize({ width }).toFormat(encoding, options).toBuffer()),
    );
  }
}

/**
 * Returns widths up to the original's, without two that are nearly the same.
 * @param {number} original
 */
export function widths(original) {
  const widest = Math.min(original, Math.max(...WIDTHS));
  return [...WIDTHS.filter((width) => width < 0.85 * widest), widest];
}

/** @param {Encoded} encoded */
function weight({ files }) {
  return files.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

// Pictures for programs that support neither SVG nor `srcset`: one file of a known size.

import sharp from "sharp";
import { reading } from "./examine.mjs";
import { limited } from "./limit.mjs";

/** @typedef {import("./cache.mjs").Cache} Cache */
/** @typedef {import("./pictures.mjs").ExaminedPicture} ExaminedPicture */
/** @typedef {{ bytes: Buffer, ending: "png" | "jpg", width: number, height: number }} Raster */

/** Search engines require at least 112 x 112 pixels. */
const LOGO = 224;
const png = { palette: true, effort: 1, compressionLevel: 9 };
const jpeg = { quality: 70, mozjpeg: true };

/**
 * The logo as a PNG.
 * @param {ExaminedPicture} picture
 * @param {Cache} cache
 * @returns {Promise<Raster>}
 */
export async function rasterLogo(picture, cache) {
  const scale = LOGO / Math.min(picture.width, picture.height);
  const [width, height] = [picture.width, picture.height].map((size) => Math.round(size * scale));
  const bytes = await cache(["logo", read(picture), JSON.stringify([width, height, png])], () =>
    limited(() => sharp(read(picture), reading).resize(width, height).png(png).toBuffer()),
  );
  return { bytes, ending: "png", width: width ?? LOGO, height: height ?? LOGO };
}

/**
 * A picture cropped to a size, as PNG or JPEG, whichever is smaller.
 * @param {ExaminedPicture} picture
 * @param {{ width: number, height: number }} size
 * @param {Cache} cache
 * @returns {Promise<Raster>}
 */
export async function cutTo(picture, { width, height }, cache) {
  const cut = sharp(read(picture), reading)
    .resize(width, height, { fit: "cover", position: "attention" })
    .flatten({ background: "#fff" });
  /**
   * @param {"png" | "jpeg"} format
   * @param {object} options
   */
  const as = (format, options) =>
    cache(["cut", read(picture), JSON.stringify([width, height, format, options])], () =>
      limited(() => cut.clone().toFormat(format, options).toBuffer()),
    );
  const [asPng, asJpeg] = await Promise.all([as("png", png), as("jpeg", jpeg)]);
  return asPng.length <= asJpeg.length
    ? { bytes: asPng, ending: "png", width, height }
    : { bytes: asJpeg, ending: "jpg", width, height };
}

/** @param {ExaminedPicture} picture */
function read({ name, format, bytes }) {
  if (format === "svg" && /<text\b/.test(bytes.toString())) {
    throw new Error(
      `content/images/${name}: expected a drawing whose words are outlines, found \`<text>\`. It is made into a PNG, and the fonts of this machine must have no say: turn the text into paths.`,
    );
  }
  return bytes;
}

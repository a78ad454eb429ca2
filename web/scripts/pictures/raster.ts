// Pictures for programs that support neither SVG nor `srcset`: one file of a known size.

import sharp from "sharp";
import type { Cache } from "./cache";
import { reading } from "./examine";
import { limited } from "./limit";
import type { ExaminedPicture } from "./pictures";

export interface Raster {
  bytes: Buffer;
  ending: "png" | "jpg";
  width: number;
  height: number;
}

/** Search engines require at least 112 x 112 pixels. */
const LOGO = 224;
const png = { palette: true, effort: 1, compressionLevel: 9 };
const jpeg = { quality: 70, mozjpeg: true };

/** The logo as a PNG. */
export async function rasterLogo(picture: ExaminedPicture, cache: Cache): Promise<Raster> {
  const scale = LOGO / Math.min(picture.width, picture.height);
  const [width, height] = [picture.width, picture.height].map((size) => Math.round(size * scale));
  const bytes = await cache(["logo", read(picture), JSON.stringify([width, height, png])], () =>
    limited(() => sharp(read(picture), reading).resize(width, height).png(png).toBuffer()),
  );
  return { bytes, ending: "png", width: width ?? LOGO, height: height ?? LOGO };
}

/** A picture cropped to a size, as PNG or JPEG, whichever is smaller. */
export async function cutTo(
  picture: ExaminedPicture,
  { width, height }: { width: number; height: number },
  cache: Cache,
): Promise<Raster> {
  const cut = sharp(read(picture), reading)
    .resize(width, height, { fit: "cover", position: "attention" })
    .flatten({ background: "#fff" });
  const as = (format: "png" | "jpeg", options: object) =>
    cache(["cut", read(picture), JSON.stringify([width, height, format, options])], () =>
      limited(() => cut.clone().toFormat(format, options).toBuffer()),
    );
  const [asPng, asJpeg] = await Promise.all([as("png", png), as("jpeg", jpeg)]);
  return asPng.length <= asJpeg.length
    ? { bytes: asPng, ending: "png", width, height }
    : { bytes: asJpeg, ending: "jpg", width, height };
}

function read({ name, format, bytes }: ExaminedPicture): Buffer {
  if (format === "svg" && /<text\b/.test(bytes.toString())) {
    throw new Error(
      `content/images/${name}: expected a drawing whose words are outlines, found \`<text>\`. It is made into a PNG, and the fonts of this machine must have no say: turn the text into paths.`,
    );
  }
  return bytes;
}

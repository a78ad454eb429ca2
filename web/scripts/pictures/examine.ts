// Reads a picture's properties. The check of the content has found every other fault (site-check/src/load/picture/): only
// this decodes the whole picture, so only this finds damage within the data of a photograph.

import sharp from "sharp";

export interface Examined {
  format: "jpeg" | "png" | "webp" | "avif" | "svg";
  /** In pixels, after turning it upright. */
  width: number;
  height: number;
  /** Its dominant color as six hexadecimal digits; null if any of it is transparent. */
  tint: string | null;
}

/** Options for every reader of a picture: turn it upright, and treat damage as an error. */
export const reading = { autoOrient: true, failOn: "warning" } as const;

export async function examine(bytes: Buffer): Promise<Examined> {
  try {
    const { format, compression, autoOrient } = await sharp(bytes).metadata();
    const { width, height } = autoOrient;
    const known = (compression === "av1" ? "avif" : format) as Examined["format"];
    return { format: known, width, height, tint: await tint(bytes) };
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split("\n");
    throw new Error(
      `expected a whole picture, found damage (${reason}). Export or copy it again, and open it to check that it is complete.`,
    );
  }
}

/** Decodes the whole picture. */
async function tint(bytes: Buffer): Promise<string | null> {
  const read = sharp(bytes, reading).resize(64, 64, { fit: "inside" }).toColourspace("srgb").ensureAlpha();
  const { data, info } = await read.raw().toBuffer({ resolveWithObject: true });
  const { isOpaque, dominant } = await sharp(data, { raw: info }).stats();
  const { r, g, b } = dominant;
  return isOpaque ? Buffer.from([r, g, b]).toString("hex") : null;
}

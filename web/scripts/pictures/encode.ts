// Makes the files of a photograph: formats from the best to the most widely supported, each in several widths.

import sharp, { type OutputOptions } from "sharp";
import type { Cache } from "./cache";
import { type Examined, reading } from "./examine";
import { limited } from "./limit";

type Encoding = "avif" | "webp" | "jpeg" | "png";

export interface Encoded {
  encoding: Encoding;
  /** From narrow to wide. */
  files: { width: number; bytes: Buffer }[];
}

const WIDTHS = [480, 800, 1200, 1600];

const settings: Record<Encoding, OutputOptions & Record<string, unknown>> = {
  // More effort takes seven times as long and saves only 5% of the bytes.
  avif: { quality: 55, effort: 3 },
  webp: { quality: 76, effort: 6, smartSubsample: true },
  jpeg: { quality: 78, mozjpeg: true },
  png: { palette: true, compressionLevel: 9 },
};

/** Leaves out a format that isn't smaller than the original's. */
export async function encode({ format, width }: Examined, bytes: Buffer, cache: Cache): Promise<Encoded[]> {
  const original = format === "jpeg" || format === "png" ? format : "webp";
  const encodings = new Set<Encoding>(["avif", "webp", original]);
  const encoded = await Promise.all(
    [...encodings].map(async (encoding) => {
      const files = widths(width).map(async (width) => ({ width, bytes: await file(width, encoding) }));
      return { encoding, files: await Promise.all(files) };
    }),
  );
  const most = Math.max(...encoded.slice(-1).map(weight));
  return encoded.filter((each, at) => at === encoded.length - 1 || weight(each) < most);

  function file(width: number, encoding: Encoding): Promise<Buffer> {
    const options = settings[encoding];
    return cache([bytes, encoding, String(width), JSON.stringify(options)], () =>
      limited(() => sharp(bytes, reading).resize({ width }).toFormat(encoding, options).toBuffer()),
    );
  }
}

/** Returns widths up to the original's, without two that are nearly the same. */
export function widths(original: number): number[] {
  const widest = Math.min(original, Math.max(...WIDTHS));
  return [...WIDTHS.filter((width) => width < 0.85 * widest), widest];
}

function weight({ files }: Encoded): number {
  return files.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

// What the pictures' pipeline makes of a photograph: bytes at each width, however many pictures a page has.

import sharp from "sharp";
import { encode } from "../scripts/pictures/encode.mjs";
import { row } from "./table.mjs";

/** @typedef {import("./table.mjs").Row} Row */

const budgets = new Map([
  [480, 4_000],
  [800, 8_500],
  [1200, 28_000],
  [1600, 90_000],
]);

/** @returns {Promise<Row[]>} */
export async function pictureRows() {
  const original = await photograph(1600, 1000);
  const [best] = await encode({ format: "jpeg", width: 1600, height: 1000, tint: "" }, original, (_, make) =>
    make(),
  );
  if (!best) throw new Error("expected files of the photograph");
  return best.files.map(({ width, bytes }) =>
    row(`a photograph at ${width} px, ${best.encoding}`, bytes.length, budgets.get(width) ?? 0),
  );
}

/**
 * A landscape of soft slopes with the grain of a camera, the same each time.
 * @param {number} width
 * @param {number} height
 */
function photograph(width, height) {
  const pixels = Buffer.alloc(width * height * 3);
  let seed = 1;
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const slope = Math.sin(x / 90 + Math.sin(y / 40)) + Math.sin(y / 55 + Math.sin(x / 23) / 2);
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    const light = 128 + 45 * slope + (seed / 2 ** 32 - 0.5) * 16;
    for (const [channel, share] of [0.8, 1, 1.1].entries()) {
      pixels[at * 3 + channel] = Math.max(0, Math.min(255, light * share));
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

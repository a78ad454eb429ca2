import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../public");

/** The pictures in an icon file (ICO): its directory has 16 bytes for each. */
async function pictures() {
  const ico = await readFile(join(folder, "favicon.ico"));
  expect([ico.readUInt16LE(0), ico.readUInt16LE(2)]).toEqual([0, 1]);
  return Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const [length, start] = [ico.readUInt32LE(6 + 16 * index + 8), ico.readUInt32LE(6 + 16 * index + 12)];
    return { size: ico.readUInt8(6 + 16 * index), bytes: ico.subarray(start, start + length) };
  });
}

test("programs that ask for /favicon.ico get the site's icon in the usual sizes", async () => {
  const all = await pictures();
  expect(all.map(({ size }) => size)).toEqual([16, 32, 48]);
  const drawing = await readFile(join(folder, "favicon.svg"));
  for (const { size, bytes } of all) {
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: size, height: size });
    const icon = await sharp(bytes).ensureAlpha().raw().toBuffer();
    const drawn = await sharp(drawing, { density: 300 }).resize(size).ensureAlpha().raw().toBuffer();
    const difference = [...icon].reduce((sum, value, at) => sum + Math.abs(value - (drawn[at] ?? 0)), 0);
    expect(difference / icon.length).toBeLessThan(12);
  }
});

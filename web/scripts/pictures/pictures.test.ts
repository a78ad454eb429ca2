import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp, { type Color } from "sharp";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openCache } from "./cache";
import { widths } from "./encode";
import { examine } from "./examine";
import { readPictures } from "./pictures";

const work = await mkdtemp(join(tmpdir(), "pictures-"));
afterAll(() => rm(work, { recursive: true }));

let images: string;
let cacheDir: string;
beforeEach(async () => {
  const folder = await mkdtemp(join(work, "test-"));
  images = join(folder, "content/images");
  cacheDir = join(folder, "cache");
  await mkdir(images, { recursive: true });
});

async function read(files: Record<string, Uint8Array | string>, wanted = (_name: string) => true) {
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(join(images, name, ".."), { recursive: true });
    await writeFile(join(images, name), bytes);
  }
  return readPictures(images, wanted, await openCache(cacheDir));
}

/** A picture of two halves, left and right. */
function halves(width: number, height: number, left: Color, right: Color) {
  const half = { create: { width: width / 2, height, channels: 4 as const, background: right } };
  return sharp({ create: { width, height, channels: 4, background: left } }).composite([
    { input: half, left: width / 2, top: 0 },
  ]);
}

async function pixel(bytes: Buffer, x: number, y: number): Promise<number[]> {
  return [
    ...(await sharp(bytes).ensureAlpha().extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer()),
  ];
}

test("a photograph held upright has the size and the files of what one sees, without the place where it was taken", async () => {
  // As a camera turned by 90 degrees stores it: wider than high, with its upper edge on the left.
  const original = await halves(1000, 600, "#ff0000", "#0000ff")
    .jpeg()
    .withExif({ IFD0: { Copyright: "Someone", Orientation: "6" }, IFD3: { GPSLatitude: "36/1 9/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect((await sharp(original).metadata()).exif).toBeDefined();
  const photo = (await read({ "photo.jpg": original })).get("photo.jpg");
  expect(photo).toMatchObject({ format: "jpeg", width: 600, height: 1000 });
  expect(photo?.tint).toMatch(/^(f80808|0808f8)$/);
  const made = photo?.encoded.flatMap(({ encoding, files }) => files.map((file) => ({ encoding, ...file })));
  expect(made?.map(({ encoding, width }) => `${encoding} ${width}`)).toEqual(
    ["avif", "webp", "jpeg"].flatMap((encoding) => [`${encoding} 480`, `${encoding} 600`]),
  );
  for (const { encoding, width, bytes } of made ?? []) {
    const { exif, icc, xmp, orientation, ...found } = await sharp(bytes).metadata();
    expect({ exif, icc, xmp, orientation }).toEqual({});
    expect([encoding, found.width, found.height]).toEqual([encoding, width, Math.round(width / 0.6)]);
    const [red = 0, , blue = 255] = await pixel(bytes, 20, 20);
    expect([encoding, red > 200, blue < 60]).toEqual([encoding, true, true]);
  }
});

test("what one can see through stays so, and has no tint", async () => {
  const bytes = await halves(700, 400, "#00000000", "#00ff00").png().toBuffer();
  const picture = (await read({ "team/seal.png": bytes })).get("team/seal.png");
  expect(picture?.tint).toBeNull();
  for (const { files } of picture?.encoded ?? []) {
    for (const { bytes } of files) {
      expect((await pixel(bytes, 20, 20))[3]).toBe(0);
      expect((await pixel(bytes, 400, 20))[3]).toBe(255);
    }
  }
});

test("nothing is wider than the original, and nothing is needlessly wide", () => {
  expect(widths(300)).toEqual([300]);
  expect(widths(490)).toEqual([490]);
  expect(widths(1000)).toEqual([480, 800, 1000]);
  expect(widths(6000)).toEqual([480, 800, 1200, 1600]);
});

test("a drawing stays one file", async () => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path fill="#123456" d="M0 0h40v20H0z"/></svg>`;
  expect((await read({ "drawing.svg": drawing })).get("drawing.svg")).toMatchObject({
    format: "svg",
    width: 40,
    height: 20,
    tint: "183858",
    encoded: [],
  });
});

test("what passes the check of the content is taken", async () => {
  const folder = fileURLToPath(new URL("../../../site-check/tests/pictures", import.meta.url));
  const pictures = await readPictures(folder, () => true, await openCache(cacheDir));
  expect(pictures.size).toBeGreaterThan(10);
});

test("what the check of the content refuses as damaged, the build refuses too", async () => {
  const folder = fileURLToPath(new URL("../../../site-check/tests/damaged", import.meta.url));
  for (const name of await readdir(folder)) {
    const bytes = await readFile(join(folder, name));
    await expect(examine(bytes), name).rejects.toThrow("expected a whole picture");
  }
});

test("a picture that nothing names is examined and no more", async () => {
  const picture = await halves(700, 400, "#ff0000", "#00ff00").jpeg().toBuffer();
  const pictures = await read({ "a.jpg": picture, ".DS_Store": "x" }, () => false);
  expect([...pictures.keys()]).toEqual(["a.jpg"]);
  expect(pictures.get("a.jpg")?.encoded).toEqual([]);
  await expect(read({ "b.jpg": picture.subarray(0, 2000) }, () => false)).rejects.toThrow("b.jpg");
});

describe("a damaged picture is an error that names it and says what to do:", () => {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const picture = () =>
    sharp({ create: { width: 120, height: 120, channels: 3, background: "#000", noise } });

  test.each([
    ["jpeg", 4000],
    ["png", 4000],
    ["webp", 900],
    ["avif", 900],
  ] as const)("a.%s that is cut off", async (ending, length) => {
    const bytes = (await picture().toFormat(ending).toBuffer()).subarray(0, length);
    const faulty = read({ [`a.${ending}`]: bytes });
    await expect(faulty).rejects.toThrow(
      /content\/images\/a\.\w+: expected a whole picture, found damage \(.*\)\. Export or copy it again/,
    );
  });

  test("all at once", async () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>';
    const faulty = read({ "one.jpg": "", "two.png": "x", "good.svg": drawing });
    await expect(faulty).rejects.toThrow(/one\.jpg: .*\n.*two\.png: /);
    await expect(faulty).rejects.not.toThrow("good.svg");
  });
});

describe("what was made is kept, and", () => {
  const photo = () => halves(500, 300, "#ff0000", "#0000ff").jpeg().toBuffer();
  const entries = async () => {
    const files = await readdir(cacheDir, { recursive: true, withFileTypes: true });
    const contents = files.filter((file) => file.isFile() && file.parentPath.includes("content-"));
    return contents.map(({ parentPath, name }) => join(parentPath, name)).sort();
  };
  const bytesOf = async (files: Record<string, Buffer>) =>
    [...(await read(files)).values()].flatMap(({ encoded }) =>
      encoded.flatMap(({ files }) => files.map(({ bytes }) => bytes.toString("base64"))),
    );

  test("is taken again when nothing has changed", async () => {
    const files = { "photo.jpg": await photo() };
    const first = await bytesOf(files);
    const times = async () => Promise.all((await entries()).map(async (file) => (await stat(file)).mtimeMs));
    const before = await times();
    expect(before.length).toBeGreaterThan(3);
    expect(await bytesOf(files)).toEqual(first);
    expect(await times()).toEqual(before);
  });

  test("is made again where it was changed, cut short or put in another's place", async () => {
    const files = { "photo.jpg": await photo() };
    const first = await bytesOf(files);
    const [one = "", two = "", three = "", four = ""] = await entries();
    const bytes = await readFile(one);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    await writeFile(one, bytes);
    await writeFile(two, (await readFile(two)).subarray(0, 40));
    await rename(three, four);
    expect(await bytesOf(files)).toEqual(first);
  });
});

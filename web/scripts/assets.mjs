// The files that pages refer to, under names that change with their content.

import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { imageSize } from "image-size";

/** @typedef {import("../src/site/assets.ts").Assets} Assets */
/** @typedef {{ url: string, file: string }} HashedFile */

const fonts = {
  display: "@fontsource-variable/josefin-sans/files/josefin-sans-latin-wght-normal.woff2",
  text: "@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2",
  textItalic: "@fontsource-variable/newsreader/files/newsreader-latin-wght-italic.woff2",
};

/**
 * Reads the images of `imagesDir`, and gives the pages' view of all files and a way to write those in use.
 * @param {string} imagesDir
 * @param {string} runtime the address of the islands' runtime
 */
export async function collectAssets(imagesDir, runtime) {
  /** @type {Map<string, string>} */
  const used = new Map();
  /** @param {HashedFile} hashed */
  const use = ({ url, file }) => {
    used.set(url, file);
    return url;
  };
  const pictures = await readPictures(imagesDir);

  /** @type {Assets} */
  const assets = {
    runtime,
    fonts: {
      display: use(await font(fonts.display)),
      text: use(await font(fonts.text)),
      textItalic: use(await font(fonts.textItalic)),
    },
    picture(src) {
      const picture = pictures.get(src);
      if (!picture) {
        throw new Error(`expected the image ${src} in ${imagesDir}, found none. Add it or correct its name.`);
      }
      use(picture);
      return { url: picture.url, width: picture.width, height: picture.height };
    },
  };

  /** @param {string} outDir */
  const write = async (outDir) => {
    for (const [url, file] of used) {
      const target = join(outDir, url);
      await mkdir(dirname(target), { recursive: true });
      await copyFile(file, target);
    }
    return used.size;
  };
  return { assets, write };
}

/** @param {string} dir */
async function readPictures(dir) {
  const names = (await readdir(dir)).filter((name) => !name.startsWith(".")).sort();
  /** @type {Map<string, HashedFile & { width: number, height: number }>} */
  const pictures = new Map();
  for (const name of names) {
    const file = join(dir, name);
    const bytes = await readFile(file);
    const { width, height } = imageSize(bytes);
    pictures.set(name, { ...hashed(file, bytes), width: Math.round(width), height: Math.round(height) });
  }
  return pictures;
}

/** @param {string} specifier */
async function font(specifier) {
  const file = fileURLToPath(import.meta.resolve(specifier));
  return hashed(file, await readFile(file));
}

/**
 * @param {string} file
 * @param {Buffer} bytes
 * @returns {HashedFile}
 */
function hashed(file, bytes) {
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 8);
  const extension = extname(file);
  return { url: `/assets/${basename(file, extension)}-${hash}${extension}`, file };
}

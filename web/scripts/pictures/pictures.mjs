// The pictures of content/images: examines every one, and encodes the ones that the content names.

import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, extname, join, relative, sep } from "node:path";
import { encode } from "./encode.mjs";
import { examine } from "./examine.mjs";
import { limited } from "./limit.mjs";

/** @typedef {import("./cache.mjs").Cache} Cache */
/** @typedef {import("./examine.mjs").Examined} Examined */
/** @typedef {{ name: string, bytes: Buffer } & Examined} ExaminedPicture */
/** @typedef {ExaminedPicture & { encoded: import("./encode.mjs").Encoded[] }} ReadyPicture */

/**
 * Reads the folder. Throws one error that lists every faulty picture by file name.
 * @param {string} dir
 * @param {(name: string) => boolean} wanted
 * @param {Cache} cache
 * @returns {Promise<Map<string, ReadyPicture>>} by name in the content
 */
export async function readPictures(dir, wanted, cache) {
  const listed = await pictureNames(dir);
  const read = listed.map((name) => readPicture(dir, name, wanted(name), cache));
  /** @type {Map<string, ReadyPicture>} */
  const pictures = new Map();
  /** @type {string[]} */
  const faults = [];
  for (const result of await Promise.allSettled(read)) {
    if (result.status === "fulfilled") pictures.set(result.value.name, result.value);
    else faults.push(result.reason.message);
  }
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return pictures;
}

/**
 * Reads one picture, examines it and, if it is wanted, encodes it; a drawing stays one file. Throws an error that names
 * the file if the picture is faulty.
 * @param {string} dir
 * @param {string} name
 * @param {boolean} wanted
 * @param {Cache} cache
 * @returns {Promise<ReadyPicture>}
 */
export async function readPicture(dir, name, wanted, cache) {
  try {
    const bytes = await readFile(join(dir, name));
    const found = await cache(["examined", extname(name).toLowerCase(), bytes], () =>
      limited(async () => Buffer.from(JSON.stringify(await examine(bytes)))),
    );
    /** @type {Examined} */
    const examined = JSON.parse(found.toString());
    const isEncoded = wanted && examined.format !== "svg";
    return { name, bytes, ...examined, encoded: isEncoded ? await encode(examined, bytes, cache) : [] };
  } catch (error) {
    const folder = `${basename(dirname(dir))}/${basename(dir)}`;
    // The folder's name as editors know it: content/images.
    throw new Error(`${folder}/${name}: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * The names of the pictures, relative to their folder, with slashes.
 * @param {string} dir
 */
export async function pictureNames(dir) {
  const names = [];
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    const parts = relative(dir, join(entry.parentPath, entry.name)).split(sep);
    const isHidden = parts.some((part) => part.startsWith("."));
    if (entry.isFile() && !isHidden) names.push(parts.join("/"));
  }
  return names.sort();
}

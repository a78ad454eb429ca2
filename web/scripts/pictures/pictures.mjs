// The pictures of content/images: every one is examined, and those that the content names are made ready.

import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, extname, join, relative, sep } from "node:path";
import pLimit from "p-limit";
import { encode } from "./encode.mjs";
import { examine } from "./examine.mjs";

/** @typedef {import("./cache.mjs").Cache} Cache */
/** @typedef {import("./examine.mjs").Examined} Examined */
/** @typedef {{ name: string, bytes: Buffer } & Examined} ExaminedPicture */
/** @typedef {ExaminedPicture & { encoded: import("./encode.mjs").Encoded[] }} ReadyPicture */

/** Runs so many examinations at once. They are short, and wait for no encoder. */
const limitedExamination = pLimit(2);

/**
 * Reads the folder. A faulty picture is an error that names the file; all faults are in one error.
 * @param {string} dir
 * @param {(name: string) => boolean} wanted
 * @param {Cache} cache
 * @returns {Promise<Map<string, ReadyPicture>>} by their names in the content
 */
export async function readPictures(dir, wanted, cache) {
  const listed = await names(dir);
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
 * Examines one picture and, where it is wanted, encodes it. A fault is an error that names the file.
 * @param {string} dir
 * @param {string} name
 * @param {boolean} wanted
 * @param {Cache} cache
 * @returns {Promise<ReadyPicture>}
 */
async function readPicture(dir, name, wanted, cache) {
  const picture = await examinePicture(dir, name, cache);
  const encoded = wanted ? await encodePicture(dir, picture, cache) : [];
  return { ...picture, encoded };
}

/**
 * Reads one picture and examines it. A fault is an error that names the file.
 * @param {string} dir
 * @param {string} name
 * @param {Cache} cache
 * @returns {Promise<ExaminedPicture>}
 */
export async function examinePicture(dir, name, cache) {
  const bytes = await readFile(join(dir, name));
  const ending = extname(name).toLowerCase();
  try {
    const found = await cache(["examined", ending, bytes], () =>
      limitedExamination(async () => Buffer.from(JSON.stringify(await examine(name, bytes)))),
    );
    return { name, bytes, ...JSON.parse(found.toString()) };
  } catch (error) {
    throw named(dir, name, error);
  }
}

/**
 * Makes the files of a photograph; a drawing stays one file.
 * @param {string} dir
 * @param {ExaminedPicture} picture
 * @param {Cache} cache
 */
export async function encodePicture(dir, picture, cache) {
  if (picture.format === "svg") return [];
  try {
    return await encode(picture, picture.bytes, cache);
  } catch (error) {
    throw named(dir, picture.name, error);
  }
}

/**
 * The names of the pictures, below their folder, with slashes.
 * @param {string} dir
 */
async function names(dir) {
  const names = [];
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    const parts = relative(dir, join(entry.parentPath, entry.name)).split(sep);
    const isHidden = parts.some((part) => part.startsWith("."));
    if (entry.isFile() && !isHidden) names.push(parts.join("/"));
  }
  return names.sort();
}

/**
 * An error that names the picture, in the folder as editors know it: content/images.
 * @param {string} dir
 * @param {string} name
 * @param {unknown} error
 */
function named(dir, name, error) {
  const folder = `${basename(dirname(dir))}/${basename(dir)}`;
  return new Error(`${folder}/${name}: ${error instanceof Error ? error.message : error}`);
}

// The pictures of content/images: every one is examined, and those that the content names are made ready.

import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, extname, join, sep } from "node:path";
import { encode } from "./encode.mjs";
import { examine } from "./examine.mjs";
import { limited } from "./limit.mjs";

/** @typedef {import("./cache.mjs").Cache} Cache */
/** @typedef {import("./examine.mjs").Examined} Examined */
/** @typedef {{ name: string, bytes: Buffer, encoded: import("./encode.mjs").Encoded[] } & Examined} ReadyPicture */

/**
 * Reads the folder. A faulty picture is an error that names the file; all faults are in one error.
 * @param {string} dir
 * @param {(name: string) => boolean} wanted
 * @param {Cache} cache
 * @returns {Promise<Map<string, ReadyPicture>>} by their names in the content
 */
export async function readPictures(dir, wanted, cache) {
  const pictures = await Promise.allSettled(
    (await names(dir)).map(
      async (name) => /** @type {const} */ ([name, await readPicture(dir, name, wanted(name), cache)]),
    ),
  );
  const faults = pictures.flatMap((each) => (each.status === "rejected" ? [each.reason.message] : []));
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return new Map(pictures.flatMap((each) => (each.status === "fulfilled" ? [each.value] : [])));
}

/**
 * Examines one picture and, where it is wanted, makes it ready. A fault is an error that names the file.
 * @param {string} dir
 * @param {string} name
 * @param {boolean} wanted
 * @param {Cache} cache
 * @returns {Promise<ReadyPicture>}
 */
export async function readPicture(dir, name, wanted, cache) {
  const bytes = await readFile(join(dir, name));
  try {
    const examined = await examinedOnce(name, bytes, cache);
    const isPhotograph = examined.format !== "svg" && wanted;
    const encoded = isPhotograph ? await encode(examined, bytes, cache) : [];
    return { name, bytes, encoded, ...examined };
  } catch (error) {
    throw new Error(`${place(dir)}/${name}: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * The names of the pictures, below their folder, with slashes.
 * @param {string} dir
 */
async function names(dir) {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(dir.length + 1)
        .replaceAll(sep, "/"),
    )
    .filter((name) => !name.split("/").some((part) => part.startsWith(".")))
    .sort();
}

/**
 * @param {string} name
 * @param {Buffer} bytes
 * @param {Cache} cache
 * @returns {Promise<Examined>}
 */
async function examinedOnce(name, bytes, cache) {
  const ending = extname(name).toLowerCase();
  const found = await cache(["examined", ending, bytes], () =>
    limited(async () => Buffer.from(JSON.stringify(await examine(name, bytes)))),
  );
  return JSON.parse(found.toString());
}

/**
 * The folder as editors know it: content/images.
 * @param {string} dir
 */
function place(dir) {
  return `${basename(dirname(dir))}/${basename(dir)}`;
}

// What takes long to make is kept for the next build.

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import cacache from "cacache";
import sharp from "sharp";

/** @typedef {string | Uint8Array} Ingredient */
/** @typedef {(ingredients: Ingredient[], make: () => Promise<Buffer>) => Promise<Buffer>} Cache */

/**
 * Opens a cache in a folder that may be deleted at any time. It gives what `make` makes of these ingredients and of the
 * tools and the code of this folder. An entry whose bytes were changed, cut short or exchanged is made again.
 * @param {string} dir
 * @returns {Promise<Cache>}
 */
export async function openCache(dir) {
  const tools = await fingerprintOfTools();
  return async (ingredients, make) => {
    const key = digest([tools, ...ingredients]).toString("hex");
    // What can't be read, for whatever reason, is made again.
    const kept = await cacache.get(dir, key).catch(() => undefined);
    if (kept) return kept.data;
    const made = await make();
    await cacache.put(dir, key, made);
    return made;
  };
}

/**
 * SHA-256 of parts, each with its length, so that no two lists of parts look alike.
 * @param {Ingredient[]} parts
 */
function digest(parts) {
  const hash = createHash("sha256");
  for (const part of parts) {
    hash.update(`${Buffer.byteLength(part)}:`);
    hash.update(part);
  }
  return hash.digest();
}

/** The encoders and the code of this folder: what they make may differ when they do. */
async function fingerprintOfTools() {
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const names = (await readdir(folder, { recursive: true }))
    .filter((name) => /\.(mjs|tsx)$/.test(name))
    .sort();
  const sources = await Promise.all(names.map((name) => readFile(join(folder, name))));
  return digest([process.platform, process.arch, JSON.stringify(sharp.versions), ...names, ...sources]);
}

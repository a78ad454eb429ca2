// What takes long to make is kept for the next build.

import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

/** @typedef {string | Uint8Array} Ingredient */
/** @typedef {(ingredients: Ingredient[], make: () => Promise<Buffer>) => Promise<Buffer>} Cache */

const SEAL = 32;

/**
 * A cache in a folder that may be deleted at any time. It gives what `make` makes of these ingredients and of the tools
 * and the code of this room. An entry carries a seal over its name and its bytes: one that was cut short, changed or put
 * in another's place is made again.
 * @param {string} dir
 * @returns {Promise<Cache>}
 */
export async function openCache(dir) {
  const tools = await fingerprintOfTools();
  await mkdir(dir, { recursive: true });
  return async (ingredients, make) => {
    const key = digest([tools, ...ingredients]);
    const file = join(dir, key.toString("hex"));
    const kept = await readFile(file).catch(() => undefined);
    const keptBytes = kept?.subarray(SEAL);
    if (kept && keptBytes && digest([key, keptBytes]).equals(kept.subarray(0, SEAL))) return keptBytes;
    const made = await make();
    // Renamed when whole, so that another build never reads half of it.
    const work = `${file}.${randomUUID()}`;
    await writeFile(work, Buffer.concat([digest([key, made]), made]));
    await rename(work, file);
    return made;
  };
}

/**
 * SHA-256 of parts, each with its length, so that no two lists of parts look alike.
 * @param {Ingredient[]} parts
 */
export function digest(parts) {
  const hash = createHash("sha256");
  for (const part of parts) {
    hash.update(`${Buffer.byteLength(part)}:`);
    hash.update(part);
  }
  return hash.digest();
}

/** The encoders and this room's code: what they make may differ when they do. */
async function fingerprintOfTools() {
  const room = fileURLToPath(new URL(".", import.meta.url));
  const names = (await readdir(room, { recursive: true })).filter((name) => /\.(mjs|tsx)$/.test(name)).sort();
  const sources = await Promise.all(names.map((name) => readFile(join(room, name))));
  return digest([process.platform, process.arch, JSON.stringify(sharp.versions), ...names, ...sources]);
}

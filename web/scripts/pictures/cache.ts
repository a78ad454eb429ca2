// Keeps slow results, such as encoded pictures, for the next build.

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import cacache from "cacache";
import sharp from "sharp";

type Ingredient = string | Uint8Array;
export type Cache = (ingredients: Ingredient[], make: () => Promise<Buffer>) => Promise<Buffer>;

/**
 * Opens a cache in a folder that may be deleted at any time. An entry is keyed by its ingredients, and by the tools and
 * the code of this folder. If its bytes were changed, cut short or exchanged, it is made again.
 */
export async function openCache(dir: string): Promise<Cache> {
  const tools = await fingerprintOfTools();
  return async (ingredients, make) => {
    const key = digest([tools, ...ingredients]).toString("hex");
    // An entry that can't be read, for any reason, is made again.
    const kept = await cacache.get(dir, key).catch(() => undefined);
    if (kept) return kept.data;
    const made = await make();
    await cacache.put(dir, key, made);
    return made;
  };
}

/** The SHA-256 of parts, each with its length: two lists never look alike. */
function digest(parts: Ingredient[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) {
    hash.update(`${Buffer.byteLength(part)}:`);
    hash.update(part);
  }
  return hash.digest();
}

/** The encoders and the code of this folder: a change in them may change the results. */
async function fingerprintOfTools(): Promise<Buffer> {
  const folder = import.meta.dirname;
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name)).sort();
  const sources = await Promise.all(names.map((name) => readFile(join(folder, name))));
  return digest([process.platform, process.arch, JSON.stringify(sharp.versions), ...names, ...sources]);
}

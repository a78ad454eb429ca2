// The pictures of content/images: examines every one, and encodes the ones that the content names.

import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, extname, join, relative, sep } from "node:path";
import type { Cache } from "./cache";
import { type Encoded, encode } from "./encode";
import { type Examined, examine } from "./examine";
import { limited } from "./limit";

export type ExaminedPicture = { name: string; bytes: Buffer } & Examined;
export type ReadyPicture = ExaminedPicture & { encoded: Encoded[] };

/** Reads the folder; returns the pictures by name in the content. Throws one error that lists every faulty one by file name. */
export async function readPictures(
  dir: string,
  wanted: (name: string) => boolean,
  cache: Cache,
): Promise<Map<string, ReadyPicture>> {
  const listed = await pictureNames(dir);
  const read = listed.map((name) => readPicture(dir, name, wanted(name), cache));
  const pictures = new Map<string, ReadyPicture>();
  const faults: string[] = [];
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
 */
export async function readPicture(
  dir: string,
  name: string,
  wanted: boolean,
  cache: Cache,
): Promise<ReadyPicture> {
  try {
    const bytes = await readFile(join(dir, name));
    const found = await cache(["examined", extname(name).toLowerCase(), bytes], () =>
      limited(async () => Buffer.from(JSON.stringify(await examine(bytes)))),
    );
    const examined: Examined = JSON.parse(found.toString());
    const isEncoded = wanted && examined.format !== "svg";
    return { name, bytes, ...examined, encoded: isEncoded ? await encode(examined, bytes, cache) : [] };
  } catch (error) {
    const folder = `${basename(dirname(dir))}/${basename(dir)}`;
    // The folder's name as editors know it: content/images.
    throw new Error(`${folder}/${name}: ${error instanceof Error ? error.message : error}`);
  }
}

/** The names of the pictures, relative to their folder, with slashes. */
export async function pictureNames(dir: string): Promise<string[]> {
  const names = [];
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    const parts = relative(dir, join(entry.parentPath, entry.name)).split(sep);
    const isHidden = parts.some((part) => part.startsWith("."));
    if (entry.isFile() && !isHidden) names.push(parts.join("/"));
  }
  return names.sort();
}

// Changed snapshots as data: collected where code made them, judged and made a tree where none of it ran.

import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Refusal } from "./api.mjs";
import { git } from "./git.mjs";

/** @typedef {{ path: string, text: string | null }} Snapshot without a text, it is deleted */

/** The file of the artifact, and how large it may be. */
export const SNAPSHOTS_FILE = "snapshots.json";
export const BYTES = 20_000_000;

/** All pages of a large site: a change of what they share changes each. */
const FILES = 5_000;
const FILE_BYTES = 1_000_000;
/** The pattern takes time with the square of a path's length, and no snapshot of ours has a longer one. */
export const PATH_CHARACTERS = 250;
/** Those of the site's own content stand in these places, and nowhere else. */
const PATH =
  /^(?:site-content\/tests\/snapshots\/fees__|site-server\/tests\/snapshots\/(?:pages\/)?)[A-Za-z0-9_][A-Za-z0-9_.-]*\.snap$/;

/**
 * Returns true for a file that may be a snapshot of the site's own content.
 * @param {string} path
 */
export function isSnapshot(path) {
  return path.length <= PATH_CHARACTERS && PATH.test(path) && !path.includes("..");
}

/**
 * The changed, new and deleted snapshots of a work tree; a deleted one has no text.
 * @param {string} folder
 * @returns {Snapshot[]}
 */
export function collect(folder) {
  const listed = git(folder, ["ls-files", "-z", "--modified", "--others", "--exclude-standard"]);
  const paths = [...new Set(listed.split("\0"))].filter(isSnapshot).sort();
  /** @type {Snapshot[]} */
  const snapshots = [];
  for (const path of paths) {
    const there = lstatSync(join(folder, path), { throwIfNoEntry: false });
    if (there === undefined) snapshots.push({ path, text: null });
    else if (there.isFile()) snapshots.push({ path, text: readFileSync(join(folder, path), "utf8") });
  }
  return snapshots;
}

/**
 * The snapshots an artifact holds. It was made beside what npm and Cargo fetch, and is believed nothing.
 * @param {string} json
 * @returns {Snapshot[]}
 */
export function parse(json) {
  let files;
  try {
    files = JSON.parse(json);
  } catch {
    throw new Refusal(`expected ${SNAPSHOTS_FILE} to be JSON, found something else`);
  }
  if (!Array.isArray(files) || files.length > FILES) {
    throw new Refusal(`expected a list of at most ${FILES} snapshots`);
  }
  const seen = new Set();
  for (const file of files) {
    const { path, text } = file ?? {};
    if (typeof path !== "string" || (typeof text !== "string" && text !== null)) {
      throw new Refusal("expected every snapshot to have a path and a text");
    }
    if (!isSnapshot(path) || seen.has(path)) {
      throw new Refusal(
        `expected each path once, of a snapshot of the site's own content, found ${JSON.stringify(path)}`,
      );
    }
    if (text !== null && Buffer.byteLength(text) > FILE_BYTES) {
      throw new Refusal(`expected a snapshot of at most ${FILE_BYTES} bytes, found more in ${path}`);
    }
    seen.add(path);
  }
  return files;
}

/**
 * The tree of `head` with the snapshots in place, and those without a text removed, made without checking anything out.
 * Every snapshot becomes a plain file; a link on the way to one is refused.
 * @param {string} folder
 * @param {string} head
 * @param {Snapshot[]} files
 * @param {string} index the file that Git keeps the tree in meanwhile
 */
export function tree(folder, head, files, index) {
  const environment = { ...process.env, GIT_INDEX_FILE: index };
  const links = git(folder, ["ls-tree", "-r", "-z", head])
    .split("\0")
    .filter((entry) => entry !== "" && !entry.startsWith("100"))
    .map((entry) => entry.slice(entry.indexOf("\t") + 1));
  for (const { path } of files) {
    const link = links.find((link) => path === link || path.startsWith(`${link}/`));
    if (link !== undefined) throw new Refusal(`expected a plain file at ${path}, found a link at ${link}`);
  }
  git(folder, ["read-tree", head], environment);
  const entries = files.map(({ path, text }) => {
    if (text === null) return `0 ${"0".repeat(40)}\t${path}\0`;
    const blob = git(folder, ["hash-object", "-w", "--no-filters", "--stdin"], environment, text).trim();
    return `100644 ${blob}\t${path}\0`;
  });
  git(folder, ["update-index", "-z", "--index-info"], environment, entries.join(""));
  return git(folder, ["write-tree"], environment).trim();
}

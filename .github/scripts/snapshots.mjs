// Changed snapshots as data: collected where code made them, judged and made a tree where none of it ran.

import { lstatSync, readFileSync, rmSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { Refusal } from "./api.mjs";
import { git } from "./git.mjs";

/** @typedef {{ path: string, text: string | null }} Snapshot without a text, it is deleted */

/** The artifact, its files, and how large it may be. */
export const ARTIFACT = "report";
export const SNAPSHOTS_FILE = "snapshots.json";
export const BYTES = 20_000_000;

const FILES = 500;
const FILE_BYTES = 1_000_000;
/** The pattern takes time with the square of a path's length, and no snapshot of ours has a longer one. */
export const PATH_CHARACTERS = 250;
/** A snapshot stands in a crate's or the web's folder of snapshots, and nowhere else. */
const PATH =
  /^(?:site-[a-z]+|web)\/(?:[A-Za-z0-9_-]+\/)*(?:snapshots|__snapshots__)\/(?:[A-Za-z0-9_-]+\/)*[A-Za-z0-9_][A-Za-z0-9_.-]*\.snap$/;

/**
 * Returns true for a file that may be accepted as a snapshot.
 * @param {string} path
 */
export function isSnapshot(path) {
  return path.length <= PATH_CHARACTERS && PATH.test(path) && !path.includes("..");
}

/**
 * Removes the snapshots that no test asked for. `references` is what insta lists in the file INSTA_SNAPSHOT_REFERENCES_FILE of a
 * run of all tests of some crates; of other crates it says nothing.
 * @param {string} folder
 * @param {string} references
 */
export function removeOrphans(folder, references) {
  const paths = references.split("\n").filter((line) => line !== "");
  const asked = new Set(paths.map((path) => relative(folder, resolve(folder, path)).split(sep).join("/")));
  const crates = new Set([...asked].map((path) => path.split("/")[0]));
  const known = git(folder, ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).split("\0");
  for (const path of known.filter(isSnapshot)) {
    if (crates.has(path.split("/")[0]) && !asked.has(path)) rmSync(join(folder, path), { force: true });
  }
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
 * The snapshots an artifact holds. It was made by a stranger's code, and is believed nothing.
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
      throw new Refusal(`expected each path once, in a folder of snapshots, found ${JSON.stringify(path)}`);
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

/**
 * The diff of what the snapshots change.
 * @param {string} folder
 * @param {string} head
 * @param {string} made
 */
export function difference(folder, head, made) {
  return git(folder, [
    "diff",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--src-prefix=",
    "--dst-prefix=",
    head,
    made,
  ]);
}

/**
 * The name that a reviewer gives the snapshots that were read: part of the digest of everything in the tree.
 * @param {string} made
 */
export function short(made) {
  return made.slice(0, 16);
}

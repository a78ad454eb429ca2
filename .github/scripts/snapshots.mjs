// Changed snapshots as data: collected where a pull request's code ran, judged and made a tree where it did not.

import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Refusal } from "./api.mjs";
import { git } from "./git.mjs";

/** The artifact, its files, and how large it may be. */
export const ARTIFACT = "report";
export const SNAPSHOTS_FILE = "snapshots.json";
export const BYTES = 20_000_000;

const FILES = 500;
const FILE_BYTES = 1_000_000;
/** A snapshot stands in a crate's or the web's folder of snapshots, and nowhere else. */
const PATH =
  /^(?:site-[a-z]+|web)\/(?:[A-Za-z0-9_-]+\/)*(?:snapshots|__snapshots__)\/(?:[A-Za-z0-9_-]+\/)*[A-Za-z0-9_][A-Za-z0-9_.-]*\.snap$/;

/** Whether a file may be accepted as a snapshot. */
export function isSnapshot(path) {
  return PATH.test(path) && !path.includes("..");
}

/** The changed and the new snapshots of a work tree. */
export function collect(folder) {
  const listed = git(folder, ["ls-files", "-z", "--modified", "--others", "--exclude-standard"]);
  const paths = [...new Set(listed.split("\0"))].filter(isSnapshot).sort();
  return paths
    .filter((path) => lstatSync(join(folder, path), { throwIfNoEntry: false })?.isFile())
    .map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));
}

/** The snapshots an artifact holds. It was made by a stranger's code, and is believed nothing. */
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
    if (typeof path !== "string" || typeof text !== "string") {
      throw new Refusal("expected every snapshot to have a path and a text");
    }
    if (!isSnapshot(path) || seen.has(path)) {
      throw new Refusal(`expected each path once, in a folder of snapshots, found ${JSON.stringify(path)}`);
    }
    if (Buffer.byteLength(text) > FILE_BYTES) {
      throw new Refusal(`expected a snapshot of at most ${FILE_BYTES} bytes, found more in ${path}`);
    }
    seen.add(path);
  }
  return files;
}

/**
 * The tree of `head` with the snapshots in place, made without checking anything out.
 * Every snapshot becomes a plain file; a link on the way to one is refused.
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
    const blob = git(folder, ["hash-object", "-w", "--no-filters", "--stdin"], environment, text).trim();
    return `100644 ${blob}\t${path}\0`;
  });
  git(folder, ["update-index", "-z", "--index-info"], environment, entries.join(""));
  return git(folder, ["write-tree"], environment).trim();
}

/** What the snapshots change, as a diff. */
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

/** By what the reviewer names the snapshots that were read: part of the digest of everything in the tree. */
export function short(made) {
  return made.slice(0, 16);
}

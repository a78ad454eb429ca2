// One file out of a ZIP archive that somebody else made: read in memory, and never more than is allowed.
// Without a package, for the workflows that use it have rights, and install nothing.
// The format: APPNOTE.TXT of PKWARE, sections 4.3.7, 4.3.12 and 4.3.16.

import { inflateRawSync } from "node:zlib";

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = Buffer.from("PK\x05\x06", "latin1");

/**
 * The bytes of a file in an archive; undefined where it has no such file. Throws a RangeError beyond `limit` bytes.
 * @param {Buffer} zip
 * @param {string} name
 * @param {number} limit
 */
export function fileInZip(zip, name, limit) {
  const end = zip.lastIndexOf(END);
  if (end < 0) throw new Error("no end of a ZIP archive");
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== CENTRAL) throw new Error("no entry of a ZIP archive");
    const nameLength = zip.readUInt16LE(at + 28);
    const extra = zip.readUInt16LE(at + 30);
    const comment = zip.readUInt16LE(at + 32);
    if (zip.toString("utf8", at + 46, at + 46 + nameLength) === name) return content(zip, at, limit);
    at += 46 + nameLength + extra + comment;
  }
  return undefined;
}

/**
 * @param {Buffer} zip
 * @param {number} entry where it stands in the archive's list
 * @param {number} limit
 */
function content(zip, entry, limit) {
  const method = zip.readUInt16LE(entry + 10);
  const length = zip.readUInt32LE(entry + 20);
  const local = zip.readUInt32LE(entry + 42);
  if (zip.readUInt32LE(local) !== LOCAL) throw new Error("no file of a ZIP archive");
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const packed = zip.subarray(start, start + length);
  if (method === 8) return inflateRawSync(packed, { maxOutputLength: limit });
  if (method !== 0) throw new Error(`the method ${method} of packing`);
  if (packed.length > limit) throw new RangeError(`more than ${limit} bytes`);
  return packed;
}

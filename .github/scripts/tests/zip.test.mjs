// What an archive from elsewhere can hold, and how it can be broken.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileInZip } from "../zip.mjs";
import { artifact } from "./github.mjs";

const { zip } = artifact("report", { "a.md": "first", "b.json": "{}", "ä.txt": "ü".repeat(100) });

test("each file is found by its name, and no other", () => {
  assert.equal(fileInZip(zip, "a.md", 100).toString(), "first");
  assert.equal(fileInZip(zip, "b.json", 100).toString(), "{}");
  assert.equal(fileInZip(zip, "ä.txt", 200).toString(), "ü".repeat(100));
  assert.equal(fileInZip(zip, "../a.md", 100), undefined);
});

test("no more is unpacked than is allowed", () => {
  assert.throws(() => fileInZip(zip, "ä.txt", 199), RangeError);
});

test("a broken archive is an error, wherever it breaks", () => {
  // The last two bytes are the length of a comment.
  for (let length = 0; length < zip.length - 2; length += 1) {
    assert.throws(() => fileInZip(zip.subarray(0, length), "a.md", 100), String(length));
  }
  for (let at = 0; at < zip.length; at += 1) {
    const broken = Buffer.from(zip);
    broken[at] ^= 0xff;
    try {
      fileInZip(broken, "a.md", 100);
    } catch (error) {
      assert.ok(error instanceof Error, String(at));
    }
  }
});

// What an archive from elsewhere can hold, and how it can be broken.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileInZip } from "../zip.mjs";
import { artifact } from "./github.mjs";

const { zip } = artifact("report", { "a.md": "first", "ä.txt": "ü".repeat(100) });

test("each file is found by its name, and no more of it is unpacked than is allowed", () => {
  assert.equal(fileInZip(zip, "a.md", 100).toString(), "first");
  assert.equal(fileInZip(zip, "ä.txt", 200).toString(), "ü".repeat(100));
  assert.equal(fileInZip(zip, "../a.md", 100), undefined);
  assert.throws(() => fileInZip(zip, "ä.txt", 199), RangeError);
});

test("a broken archive is an error, wherever it breaks", () => {
  // The last two bytes are the length of a comment.
  for (let length = 0; length < zip.length - 2; length += 1) {
    assert.throws(() => fileInZip(zip.subarray(0, length), "a.md", 100), String(length));
  }
});

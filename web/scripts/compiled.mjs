// The compiled content: what the check has made of content/, in one file, which `cargo site` writes.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const usual = fileURLToPath(new URL("../../target/site/content.json", import.meta.url));

/** Another file may be named: absolute, or relative to the current folder. */
const file = resolve(process.env.SITE_CONTENT ?? usual);

/** @returns {import("../src/content.ts").Compiled} */
export function readCompiled() {
  const read = JSON.parse(text());
  if (
    typeof read.digest !== "string" ||
    typeof read.year !== "number" ||
    !Array.isArray(read.content?.pages)
  ) {
    throw new Error(
      `${file}: expected { "digest", "year", "content": { "pages", … } }. Run \`cargo site build\`.`,
    );
  }
  return read;
}

function text() {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new Error(
      `expected the compiled content in ${file}, found no such file. Run \`cargo site build\`.`,
    );
  }
}

// The compiled content: what the check has made of content/, in one file, which `cargo site` writes.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { withEditions } from "./editions.mjs";

const usual = fileURLToPath(new URL("../../target/site/content.json", import.meta.url));

/** Another file may be named: absolute, or relative to the current folder. */
const chosen = resolve(process.env.SITE_CONTENT ?? usual);

/**
 * Reads the compiled file; `text` is all of it as it stands there.
 * @param {string} [file] another compiled file, such as the fixture's
 */
export function readCompiled(file = chosen) {
  const source = text(file);
  const read = JSON.parse(source);
  if (
    typeof read.digest !== "string" ||
    typeof read.year !== "number" ||
    !Array.isArray(read.pages) ||
    !Array.isArray(read.editions?.[0]?.pages)
  ) {
    throw new Error(
      `${file}: expected { "digest", "year", "pages", "articles", "editions": [{ "pages", … }, …] }. Run \`cargo site build\`.`,
    );
  }
  return { ...withEditions(read), text: source };
}

/** @param {string} file */
function text(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new Error(
      `expected the compiled content in ${file}, found no such file. Run \`cargo site build\`.`,
    );
  }
}

// The compiled content: the check's output for content/, in one file, which `cargo site` writes.

import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { withEditions } from "./editions.mjs";

/** @param {string} path */
const below = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The cache of pictures and fonts. */
export const cacheDir = below("web/.cache/pictures");

/** The tests' own site. */
export const fixtureSite = {
  file: below("web/src/testing/content.json"),
  imagesDir: below("site-schema/tests/content/images"),
};

/** The site, or the tests' own one if `cargo site` hasn't compiled the content yet. SITE_CONTENT and SITE_IMAGES override it. */
export const chosenSite = choose();

function choose() {
  const site = { file: below("target/site/content.json"), imagesDir: below("content/images") };
  const { file, imagesDir } = existsSync(site.file) ? site : fixtureSite;
  const { SITE_CONTENT, SITE_IMAGES } = process.env;
  return { file: resolve(SITE_CONTENT ?? file), imagesDir: resolve(SITE_IMAGES ?? imagesDir) };
}

/**
 * Reads the compiled file; `text` is its whole text.
 * @param {string} [file] another compiled file, such as the fixture's
 */
export function readCompiled(file = chosenSite.file) {
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

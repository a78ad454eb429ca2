// The compiled content: the check's output for content/, in one file, which `cargo site` writes. It holds each page and each
// article once, and editions refer to them by index.

import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** @typedef {import("../src/content.ts").Compiled} Compiled */

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

/**
 * Returns the file with the content of each edition.
 * @param {any} file a compiled file, as parsed
 * @returns {Compiled}
 */
export function withEditions({ digest, year, pages, articles, editions }) {
  /** @type {Compiled["editions"]} */
  const all = [];
  for (const { starts, pages: pageIndexes, articles: articleIndexes, ...others } of editions) {
    const content = {
      ...others,
      pages: pageIndexes.map((/** @type {number} */ index) => pages[index]),
      articles: articleIndexes.map((/** @type {number} */ index) => articles[index]),
    };
    all.push({ starts, content });
  }
  const [first] = all;
  if (!first) throw new Error("expected a compiled file with at least one edition, found none");
  return { digest, year, editions: all, content: first.content };
}

/**
 * The content in force at a moment, as a server would show it.
 * @param {Compiled} compiled
 * @param {number} [seconds] since 1970; the present by default
 */
export function contentAt({ editions, content }, seconds = Date.now() / 1000) {
  return editions.findLast(({ starts }) => starts !== null && starts <= seconds)?.content ?? content;
}

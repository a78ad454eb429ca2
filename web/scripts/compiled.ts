// The compiled content: the check's output for content/, in one file, which `cargo site` writes. It holds each page and each
// article once, and editions refer to them by index.

import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Compiled, Content } from "../src/content";

const below = (path: string) => join(import.meta.dirname, "../..", path);

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

/** Reads the compiled file, or another one, such as the fixture's; `text` is its whole text. */
export function readCompiled(file = chosenSite.file): Compiled & { text: string } {
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

function text(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new Error(
      `expected the compiled content in ${file}, found no such file. Run \`cargo site build\`.`,
    );
  }
}

/** Returns the parsed file with the content of each edition. */
// biome-ignore lint/suspicious/noExplicitAny: the file is what Rust has written
export function withEditions({ digest, year, pages, articles, editions }: any): Compiled {
  const all: Compiled["editions"] = [];
  for (const { starts, pages: pageIndexes, articles: articleIndexes, ...others } of editions) {
    const content = {
      ...others,
      pages: pageIndexes.map((index: number) => pages[index]),
      articles: articleIndexes.map((index: number) => articles[index]),
    };
    all.push({ starts, content });
  }
  const [first] = all;
  if (!first) throw new Error("expected a compiled file with at least one edition, found none");
  return { digest, year, editions: all, content: first.content };
}

/** The content in force at a moment, in seconds since 1970, as a server would show it. */
export function contentAt({ editions, content }: Compiled, seconds = Date.now() / 1000): Content {
  return editions.findLast(({ starts }) => starts !== null && starts <= seconds)?.content ?? content;
}

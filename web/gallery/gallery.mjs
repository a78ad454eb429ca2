// `npm run dev`: the tests' own site, and the examples of blocks below /gallery.

import { fixtureSite, readCompiled } from "../scripts/compiled.mjs";

const { year, content } = readCompiled(fixtureSite.file);

/**
 * @param {(path: string) => Promise<any>} load imports the current version of a module
 * @returns {Promise<import("../src/content.ts").Build>}
 */
export async function galleryBuild(load) {
  /** @type {typeof import("./pages.ts")} */
  const { galleryPages } = await load("/gallery/pages.ts");
  return { year, content: { ...content, pages: [...content.pages, ...galleryPages(content)] } };
}

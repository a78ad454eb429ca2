// `npm run dev`: the tests' own site, and the examples of blocks below /gallery, as the only edition of the content.

import { fixtureSite, readCompiled } from "../scripts/compiled.mjs";

/** @param {(path: string) => Promise<any>} load imports the current version of a module */
export function openGallery(load) {
  const { year, content } = readCompiled(fixtureSite.file);
  return {
    /** @returns {Promise<import("../src/content.ts").Build>} */
    async build() {
      /** @type {typeof import("./pages.ts")} */
      const { galleryPages } = await load("/gallery/pages.ts");
      return { year, content: { ...content, pages: [...content.pages, ...galleryPages(content)] } };
    },
    choices: () => [],
  };
}

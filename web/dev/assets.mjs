// The files that pages refer to, each made when it is first asked for, with the build's own tools.

import { readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { fileURLToPath } from "node:url";
import { address, drawnCard, raster, SOCIAL, shown, socialStem } from "../scripts/assets.mjs";
import { faces } from "../scripts/fonts.mjs";
import { openCache } from "../scripts/pictures/cache.mjs";
import { readPicture } from "../scripts/pictures/pictures.mjs";
import { cutTo, rasterLogo } from "../scripts/pictures/raster.mjs";
import { openSocial } from "../scripts/pictures/social/social.mjs";

/** @typedef {import("../src/site/assets.ts").Assets} Assets */
/** @typedef {import("../src/site/assets.ts").Picture} Picture */
/** @typedef {import("../scripts/pictures/pictures.mjs").ReadyPicture} ReadyPicture */

/** While a page is rendered, a picture is asked for that is not ready: the page is rendered again once it is. */
const COMING = { url: "", width: 1, height: 1, tint: null, srcSet: null, sources: [], inPage: null };

/**
 * @typedef {object} Settings
 * @property {string} imagesDir
 * @property {string} cacheDir
 * @property {() => import("../src/site/assets.ts").Scripts} scripts
 */

/** @param {Settings} settings */
export async function openAssets({ imagesDir, cacheDir, scripts }) {
  const cache = await openCache(cacheDir);
  /** @type {ReturnType<typeof openSocial> | undefined} */
  let social;
  /** By address: what makes the file. @type {Map<string, () => Buffer | Promise<Buffer>>} */
  const files = new Map();
  /** @type {Map<string, Promise<ReadyPicture>>} */
  const pictures = new Map();
  /** @type {Map<string, Picture>} */
  const views = new Map();
  /** @type {Map<string, string>} */
  const sheets = new Map();
  /** @type {Set<string>} */
  const coming = new Set();

  /**
   * @param {string} stem
   * @param {string} ending
   * @param {Buffer} bytes
   */
  const use = (stem, ending, bytes) => {
    const url = address(stem, ending, bytes);
    files.set(url, () => bytes);
    return url;
  };
  /** @param {string} name */
  const ready = (name) => {
    const picture = pictures.get(name) ?? readPicture(imagesDir, name, true, cache);
    pictures.set(name, picture);
    // One that could not be read is read again when it is asked for again.
    picture.catch(() => pictures.delete(name));
    return picture;
  };
  /** The whole face: what it is cut down to changes with every letter. @param {string} specifier */
  const font = async (specifier) => {
    const file = fileURLToPath(import.meta.resolve(specifier));
    return use(basename(file, extname(file)), "woff2", await readFile(file));
  };
  const fonts = {
    display: await font(faces.display),
    text: await font(faces.text),
    textItalic: await font(faces.textItalic),
  };

  /**
   * The files as the pages of a content see them.
   * @param {import("../src/content.ts").Content} content
   * @returns {Promise<Assets>}
   */
  async function of({ site }) {
    const logo = await rasterLogo(await ready(site.logo.src), cache);
    return {
      scripts: scripts(),
      fonts,
      logo: raster("logo", use, logo),
      styleSheet(name, css) {
        const url = sheets.get(css) ?? use(name, "css", Buffer.from(css));
        sheets.set(css, url);
        return url;
      },
      picture(src) {
        const view = views.get(src);
        if (!view) coming.add(src);
        return view ?? COMING;
      },
      async socialPicture(card) {
        const stem = socialStem(card);
        if (card.own) return raster(stem, use, await cutTo(await ready(card.own), SOCIAL, cache));
        const words = JSON.stringify([card, site.name, site.logo.src]);
        const url = address(stem, "png", Buffer.from(words));
        files.set(url, async () => {
          social ??= openSocial(cache);
          return drawnCard(await social, card, site, ready);
        });
        return { url, type: "image/png", ...SOCIAL };
      },
    };
  }

  return {
    of,
    /** The bytes at an address; none where no page has named it. @param {string} url */
    file: async (url) => files.get(url)?.(),
    /** Makes the pictures ready that were asked for in vain. Whether there were any. */
    async arrive() {
      const names = [...coming];
      coming.clear();
      const arrived = await Promise.all(names.map(async (name) => shown(await ready(name), use)));
      for (const [at, name] of names.entries()) views.set(name, /** @type {Picture} */ (arrived[at]));
      return names.length > 0;
    },
    /** A picture has changed. @param {string} name */
    forget(name) {
      pictures.delete(name);
      views.delete(name);
    },
  };
}

// The files that pages refer to, each made when it is first asked for, with the build's own tools.

import { readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { fileURLToPath } from "node:url";
import { address, drawnCard, raster, SOCIAL, socialStem } from "../scripts/assets.mjs";
import { EXTENDED_RANGE, extendedFontFiles, fontFiles } from "../scripts/fonts.mjs";
import { openCache } from "../scripts/pictures/cache.mjs";
import { cutTo, rasterLogo } from "../scripts/pictures/raster.mjs";
import { openSocial } from "../scripts/pictures/social/social.mjs";
import { openPictures } from "./pictures.mjs";

/** @typedef {import("../src/site/assets.ts").Assets} Assets */
/** @typedef {import("../src/site/assets.ts").Picture} Picture */

/**
 * Stands for a picture that nobody has asked for before: once that has something to show, the page is rendered again.
 * @type {Picture}
 */
const UNKNOWN = { url: "", width: 1, height: 1, tint: null, srcSet: null, sources: [], inPage: null };

/**
 * @typedef {object} Settings
 * @property {string} imagesDir
 * @property {string} cacheDir
 * @property {() => Promise<import("../src/site/assets.ts").Scripts>} scripts
 * @property {() => void} onEncoded is called when pages can show a picture in place of its placeholder
 */

/** @param {Settings} settings */
export async function openAssets({ imagesDir, cacheDir, scripts, onEncoded }) {
  const cache = await openCache(cacheDir);
  /** @type {ReturnType<typeof openSocial> | undefined} */
  let social;
  /** By address: what makes the file. @type {Map<string, () => Buffer | Promise<Buffer>>} */
  const files = new Map();
  /** The addresses of style sheets, by their text. @type {Map<string, string>} */
  const sheets = new Map();

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
  const pictures = openPictures({ imagesDir, cache, use, onEncoded });

  /**
   * The whole font: the characters of its subset change with every letter that is written.
   * @param {string} specifier
   */
  const font = async (specifier) => {
    const file = fileURLToPath(import.meta.resolve(specifier));
    return use(basename(file, extname(file)), "woff2", await readFile(file));
  };
  /** @param {Record<keyof typeof fontFiles, string>} files */
  const faces = async (files) => ({
    display: await font(files.display),
    text: await font(files.text),
    textItalic: await font(files.textItalic),
  });
  const extended = { ...(await faces(extendedFontFiles)), range: EXTENDED_RANGE };
  const fonts = { ...(await faces(fontFiles)), extended };

  /**
   * The files as the pages of a content see them.
   * @param {import("../src/content.ts").Content["site"]} site
   * @param {Set<string>} unknown takes the names of the pictures that have nothing to show yet
   * @returns {Promise<Assets>}
   */
  async function assetsOf(site, unknown) {
    const logo = await rasterLogo(await pictures.examined(site.logo.src), cache);
    return {
      scripts: await scripts(),
      fonts,
      logo: raster("logo", use, logo),
      styleSheet(name, css) {
        const url = sheets.get(css) ?? use(name, "css", Buffer.from(css));
        sheets.set(css, url);
        return url;
      },
      picture(src) {
        const view = pictures.view(src);
        if (!view) unknown.add(src);
        return view ?? UNKNOWN;
      },
      async socialPicture(card) {
        const stem = socialStem(card);
        if (card.own) {
          return raster(stem, use, await cutTo(await pictures.examined(card.own), SOCIAL, cache));
        }
        const words = JSON.stringify([card, site.name, site.logo.src]);
        const url = address(stem, "png", Buffer.from(words));
        files.set(url, async () => {
          social ??= openSocial(cache);
          return drawnCard(await social, card, site, pictures.examined);
        });
        return { url, type: "image/png", ...SOCIAL };
      },
    };
  }

  return {
    /**
     * Renders with the files at hand, until every picture has something to show.
     * @template T
     * @param {import("../src/content.ts").Content["site"]} site
     * @param {(assets: Assets) => Promise<T>} render
     */
    async renderWith(site, render) {
      /** @type {Set<string>} */
      const unknown = new Set();
      const assets = await assetsOf(site, unknown);
      let rendered = await render(assets);
      // A picture may turn out to be needed only where another one is there.
      while (unknown.size > 0) {
        await pictures.prepareAll(unknown);
        unknown.clear();
        rendered = await render(assets);
      }
      return rendered;
    },

    /** The bytes at an address; none where no page has named it. @param {string} url */
    file: async (url) => files.get(url)?.(),

    /** Reads a picture again: its file has changed. */
    forgetPicture: pictures.forget,
  };
}

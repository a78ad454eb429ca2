// The files that pages refer to, under names that change with their content.

import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { charactersOf, subsetFonts } from "./fonts.mjs";
import { openCache } from "./pictures/cache.mjs";
import { readPictures } from "./pictures/pictures.mjs";
import { cutTo, rasterLogo } from "./pictures/raster.mjs";
import { openSocial } from "./pictures/social/social.mjs";

/** @typedef {import("../src/site/assets.ts").Assets} Assets */
/** @typedef {import("../src/site/assets.ts").Picture} Picture */
/** @typedef {import("./pictures/pictures.mjs").ExaminedPicture} ExaminedPicture */
/** @typedef {import("./pictures/pictures.mjs").ReadyPicture} ReadyPicture */
/** @typedef {import("./pictures/raster.mjs").Raster} Raster */

/**
 * @typedef {object} Inputs
 * @property {string} text all content of all editions
 * @property {string} imagesDir
 * @property {string} cacheDir
 * @property {import("../src/site/assets.ts").Scripts} scripts
 */

export const SOCIAL = { width: 1200, height: 630 };

/**
 * Makes the pictures ready, and gives the pages' view of all files, edition by edition, and a way to write those in use.
 * @param {Inputs} inputs
 */
export async function collectAssets({ text, imagesDir, cacheDir, scripts }) {
  /** The files in use, each with the moment from which on it is: that of the first edition in which a page names it.
   * @type {Map<string, { bytes: Buffer, starts: number | null }>} */
  const used = new Map();
  /**
   * @param {number | null} starts
   * @param {string} stem
   * @param {string} ending
   * @param {Buffer} bytes
   */
  const addFrom = (starts, stem, ending, bytes) => {
    const url = address(stem, ending, bytes);
    if (!used.has(url)) used.set(url, { bytes, starts });
    return url;
  };
  /** @param {import("./fonts.mjs").Font} font */
  const font = ({ stem, bytes }) => addFrom(null, stem, "woff2", bytes);

  const cache = await openCache(cacheDir);
  // A picture that no page names is examined and no more.
  const named = new Set(text.match(/"[^"\\]+\.[a-z]+"/gi));
  const pictures = await readPictures(imagesDir, (name) => named.has(`"${name}"`), cache);
  const social = await openSocial(cache);
  const characters = charactersOf(text);
  const subsets = await subsetFonts(characters, cache);

  /** @param {string} src */
  const find = (src) => {
    const picture = pictures.get(src);
    if (!picture) {
      throw new Error(`expected the image ${src} in ${imagesDir}, found none. Add it or correct its name.`);
    }
    return picture;
  };
  /** @type {Map<string, Picture>} */
  const views = new Map();

  /** @param {import("./fonts.mjs").Fonts} fonts */
  const faces = ({ display, text, textItalic }) => ({
    display: font(display),
    text: font(text),
    textItalic: font(textItalic),
  });
  const { extended } = subsets;
  const fonts = {
    ...faces(subsets),
    ...(extended && { extended: { ...faces(extended), range: extended.range } }),
  };

  /**
   * The files as the pages of an edition see them.
   * @param {import("../src/content.ts").Edition} edition
   * @returns {Promise<Assets>}
   */
  const assetsOf = async ({ starts, content: { site } }) => {
    /** @type {(stem: string, ending: string, bytes: Buffer) => string} */
    const use = (stem, ending, bytes) => addFrom(starts, stem, ending, bytes);
    return {
      scripts,
      fonts,
      logo: raster("logo", use, await rasterLogo(find(site.logo.src), cache)),
      styleSheet: (name, css) => use(name, "css", Buffer.from(css)),
      picture(src) {
        const view = views.get(src) ?? shown(find(src), use);
        views.set(src, view);
        return view;
      },
      async socialPicture(card) {
        const stem = socialStem(card);
        if (card.own) return raster(stem, use, await cutTo(find(card.own), SOCIAL, cache));
        const bytes = await drawnCard(social, card, site, find);
        return raster(stem, use, { bytes, ending: "png", ...SOCIAL });
      },
    };
  };

  /** @param {string} outDir */
  const write = async (outDir) => {
    await mkdir(join(outDir, "assets"), { recursive: true });
    await Promise.all([...used].map(([url, { bytes }]) => writeFile(join(outDir, url), bytes)));
    return used.size;
  };

  /** The moments from which on files are used, by their addresses; without those that are used from the start. */
  const starts = () => {
    /** @type {Record<string, number>} */
    const later = {};
    for (const url of [...used.keys()].sort()) {
      const from = used.get(url)?.starts;
      if (typeof from === "number") later[url] = from;
    }
    return later;
  };
  return { assetsOf, characters, write, starts, count: pictures.size };
}

export const mediaTypes = /** @type {const} */ ({
  avif: "image/avif",
  webp: "image/webp",
  jpg: "image/jpeg",
  png: "image/png",
});

/**
 * @param {string} stem
 * @param {(stem: string, ending: string, bytes: Buffer) => string} use
 * @param {Raster} raster
 */
export function raster(stem, use, { bytes, ending, width, height }) {
  return { url: use(stem, ending, bytes), type: mediaTypes[ending], width, height };
}

/**
 * @param {Awaited<ReturnType<typeof openSocial>>} social
 * @param {import("../src/site/assets.ts").SocialCard} card
 * @param {import("../src/content.ts").Content["site"]} site
 * @param {(name: string) => ExaminedPicture | Promise<ExaminedPicture>} find
 */
export async function drawnCard(social, { route, title, eyebrow, drawing }, site, find) {
  const [logo, picture] = await Promise.all([find(site.logo.src), find(drawing)]);
  // Most people see the home page first.
  return social.card({ title, eyebrow, firm: site.name, logo, drawing: picture, light: route === "/" });
}

/** @param {{ route: string }} card */
export function socialStem({ route }) {
  return `social-${slug(route) || "home"}`;
}

/**
 * A picture as pages refer to it.
 * @param {ReadyPicture} picture
 * @param {(stem: string, ending: string, bytes: Buffer) => string} use
 * @returns {Picture}
 */
export function shown({ name, format, width, height, tint, bytes, encoded }, use) {
  const stem = slug(basename(name, extname(name))) || "picture";
  if (format === "svg") {
    const inPage = dataUrl(bytes.toString("utf8"));
    return { url: use(stem, "svg", bytes), width, height, tint, srcSet: null, sources: [], inPage };
  }
  const sets = encoded.map(({ encoding, files }) => {
    const ending = encoding === "jpeg" ? "jpg" : encoding;
    const sized = files.map(({ width, bytes }) => ({ width, url: use(`${stem}-${width}`, ending, bytes) }));
    const srcSet = sized.map(({ width, url }) => `${url} ${width}w`).join(", ");
    return { type: mediaTypes[ending], srcSet, sized };
  });
  const plain = sets.at(-1);
  // In the middle: what reads no `srcset` is either old or a machine.
  const url = plain?.sized.findLast(({ width }, at) => at === 0 || width <= 1200)?.url;
  if (!plain || !url) throw new Error(`the picture ${name} is shown, but no text of the content names it`);
  const sources = sets.slice(0, -1).map(({ type, srcSet }) => ({ type, srcSet }));
  return { url, width, height, tint, srcSet: plain.srcSet, sources, inPage: null };
}

/**
 * A drawing as an address that needs no quoting in an attribute.
 * @param {string} markup
 */
export function dataUrl(markup) {
  const line = markup
    .trim()
    .replaceAll(/>\s+</g, "><")
    .replaceAll(/\s*\n\s*/g, " ");
  const plain = line.replaceAll(/[ %#<>"]/g, encodeURIComponent).replaceAll("'", "%27");
  return `data:image/svg+xml,${plain}`;
}

/**
 * @param {string} stem
 * @param {string} ending
 * @param {Buffer} bytes
 */
export function address(stem, ending, bytes) {
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 8);
  return `/assets/${stem}-${hash}.${ending}`;
}

/**
 * Fit for an address: photographs come with names such as `IMG 1234 (2)`.
 * @param {string} name
 */
function slug(name) {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

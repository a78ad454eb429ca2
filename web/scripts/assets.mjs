// The files that pages refer to, with names that change with their content.

import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { charactersOf, subsetFonts, wholeFonts } from "./fonts.mjs";
import { openCache } from "./pictures/cache.mjs";
import { pictureNames, readPicture, readPictures } from "./pictures/pictures.mjs";
import { cutTo, rasterLogo } from "./pictures/raster.mjs";
import { openSocial } from "./pictures/social/social.mjs";

/** @typedef {import("../src/site/assets.ts").Assets} Assets */
/** @typedef {import("../src/site/assets.ts").Picture} Picture */
/** @typedef {import("../src/site/assets.ts").Scripts} Scripts */
/** @typedef {import("./pictures/pictures.mjs").ReadyPicture} ReadyPicture */
/** @typedef {import("./pictures/raster.mjs").Raster} Raster */
/** Adds a file, and returns its address. @typedef {(stem: string, ending: string, bytes: Buffer) => string} Use */

/**
 * How to make the files:
 * - `build`: every format of the pictures that the content names, and subsets of the fonts
 * - `dev`: the original pictures and the whole fonts; a page's social picture is drawn when a browser requests it
 * @typedef {"build" | "dev"} Mode
 */
/**
 * @typedef {object} Inputs
 * @property {string} imagesDir
 * @property {string} cacheDir
 * @property {() => Scripts | Promise<Scripts>} scripts
 * @property {string} [text] the content of all editions, for a build
 */
/**
 * A file that a page names: its bytes, or a function that makes them, and the start of the first edition with it.
 * @typedef {{ bytes: () => Buffer | Promise<Buffer>, starts: number | null }} File
 */

const SOCIAL = { width: 1200, height: 630 };

/**
 * Reads the pictures and the fonts, and returns functions that list each edition's files.
 * @param {Mode} mode
 * @param {Inputs} inputs
 */
export async function createAssets(mode, { imagesDir, cacheDir, scripts, text = "" }) {
  const isBuild = mode === "build";
  const cache = await openCache(cacheDir);
  /** By address. @type {Map<string, File>} */
  const files = new Map();
  const characters = charactersOf(text);
  const fonts = await (isBuild ? subsetFonts(characters, cache) : wholeFonts());
  // A picture that no page names is examined, but not encoded.
  const named = new Set(text.match(/"[^"\\]+\.[a-z]+"/gi));
  /** In a build every picture is valid; in dev an entry may be its error. @type {Map<string, ReadyPicture | Error>} */
  const pictures = new Map(
    isBuild ? await readPictures(imagesDir, (name) => named.has(`"${name}"`), cache) : [],
  );
  /** The last reading of each picture. @type {Map<string, Promise<ReadyPicture | Error>>} */
  const readings = new Map();
  /** The pictures as pages refer to them. @type {WeakMap<ReadyPicture, Picture>} */
  const views = new WeakMap();
  /** @type {ReturnType<typeof openSocial> | undefined} */
  let social;

  /** @type {(starts: number | null) => Use} */
  const addFrom = (starts) => (stem, ending, bytes) => {
    const url = address(stem, ending, bytes);
    if (!files.has(url)) files.set(url, { bytes: () => bytes, starts });
    return url;
  };
  const fontFiles = addresses(fonts, addFrom(null));

  /** Reads a picture that is new or has changed. @param {string} name */
  async function readAgain(name) {
    const reading = readPicture(imagesDir, name, false, cache).catch((error) => error);
    readings.set(name, reading);
    const picture = await reading;
    // Programs write a large file in parts, so only the last reading counts.
    if (readings.get(name) === reading) pictures.set(name, picture);
  }

  /** @param {string} name */
  function find(name) {
    const picture =
      pictures.get(name) ??
      new Error(`expected the image ${name} in ${imagesDir}, found none. Add it or correct its name.`);
    if (picture instanceof Error) throw picture;
    return picture;
  }

  /**
   * The files as the pages of an edition see them.
   * @param {import("../src/content.ts").Content["site"]} site
   * @param {number | null} [starts] the moment of the edition
   * @returns {Promise<Assets>}
   */
  async function assetsOf(site, starts = null) {
    const use = addFrom(starts);
    return {
      scripts: await scripts(),
      fonts: fontFiles,
      logo: raster("logo", use, await rasterLogo(find(site.logo.src), cache)),
      styleSheet: (name, css) => use(name, "css", Buffer.from(css)),
      picture(src) {
        const picture = find(src);
        const view = views.get(picture) ?? viewOf(picture, isBuild, use);
        views.set(picture, view);
        return view;
      },
      async socialPicture(card) {
        const stem = `social-${slug(card.route) || "home"}`;
        if (card.own) return raster(stem, use, await cutTo(find(card.own), SOCIAL, cache));
        const draw = async () => {
          social ??= openSocial(cache);
          const { title, eyebrow, drawing } = card;
          const [logo, picture] = [find(site.logo.src), find(drawing)];
          // Most people see the home page first, so its picture is light.
          const light = card.route === "/";
          return (await social).card({ title, eyebrow, firm: site.name, logo, drawing: picture, light });
        };
        if (isBuild) return raster(stem, use, { bytes: await draw(), ending: "png", ...SOCIAL });
        const url = address(stem, "png", Buffer.from(JSON.stringify([card, site.name, site.logo.src])));
        files.set(url, { bytes: draw, starts });
        return { url, type: mediaTypes.png, ...SOCIAL };
      },
    };
  }

  /** Writes all files into a folder, and returns how many. @param {string} outDir */
  async function write(outDir) {
    await mkdir(join(outDir, "assets"), { recursive: true });
    const written = [...files].map(async ([url, { bytes }]) => writeFile(join(outDir, url), await bytes()));
    return (await Promise.all(written)).length;
  }

  if (!isBuild) await Promise.all((await pictureNames(imagesDir)).map(readAgain));
  return {
    assetsOf,
    readAgain,
    /** Reads again every picture that had an error. */
    async readFaulty() {
      const faulty = [...pictures].filter(([, picture]) => picture instanceof Error);
      await Promise.all(faulty.map(([name]) => readAgain(name)));
    },
    write,
    characters,
    count: pictures.size,
    /** The bytes at an address; undefined if no page has named it. @param {string} url */
    file: async (url) => files.get(url)?.bytes(),
    /** When files are first used, by address; leaves out the files of the first edition. */
    starts: () => {
      const later = [...files].flatMap(([url, { starts }]) => (starts === null ? [] : [[url, starts]]));
      return Object.fromEntries(later.sort());
    },
  };
}

/**
 * The addresses of fonts.
 * @param {Awaited<ReturnType<typeof subsetFonts>>} fonts
 * @param {Use} use
 */
function addresses({ extended, ...fonts }, use) {
  /** @param {import("./fonts.mjs").Fonts} fonts */
  const faces = ({ display, text, textItalic }) => ({
    display: use(display.stem, "woff2", display.bytes),
    text: use(text.stem, "woff2", text.bytes),
    textItalic: use(textItalic.stem, "woff2", textItalic.bytes),
  });
  return { ...faces(fonts), extended: extended.map((fonts) => ({ ...faces(fonts), range: fonts.range })) };
}

/** By the ending of a file's name. */
const mediaTypes = /** @type {const} */ ({
  avif: "image/avif",
  css: "text/css; charset=utf-8",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  png: "image/png",
  svg: "image/svg+xml",
  webp: "image/webp",
  woff2: "font/woff2",
});

/** @param {string} url of a file */
export function mediaTypeOf(url) {
  return mediaTypes[/** @type {keyof typeof mediaTypes} */ (extname(url).slice(1))];
}

/**
 * @param {string} stem
 * @param {Use} use
 * @param {Raster} raster
 */
function raster(stem, use, { bytes, ending, width, height }) {
  return { url: use(stem, ending, bytes), type: mediaTypes[ending], width, height };
}

/**
 * A picture as pages refer to it.
 * @param {ReadyPicture} picture
 * @param {boolean} isEncoded false if pages show the original
 * @param {Use} use
 * @returns {Picture}
 */
function viewOf({ name, format, width, height, tint, bytes, encoded }, isEncoded, use) {
  const ending = extname(name);
  const stem = slug(basename(name, ending)) || "picture";
  if (format === "svg" || !isEncoded) {
    const inPage = format === "svg" ? dataUrl(bytes.toString("utf8")) : null;
    const url = use(stem, ending.slice(1).toLowerCase(), bytes);
    return { url, width, height, tint, srcSet: null, sources: [], inPage };
  }
  const sets = encoded.map(({ encoding, files }) => {
    const ending = encoding === "jpeg" ? "jpg" : encoding;
    const sized = files.map(({ width, bytes }) => ({ width, url: use(`${stem}-${width}`, ending, bytes) }));
    const srcSet = sized.map(({ width, url }) => `${url} ${width}w`).join(", ");
    return { type: mediaTypes[ending], srcSet, sized };
  });
  const plain = sets.at(-1);
  // A middle size: only old browsers and bots ignore `srcset`.
  const url = plain?.sized.findLast(({ width }, at) => at === 0 || width <= 1200)?.url;
  if (!plain || !url) throw new Error(`the picture ${name} is shown, but no text of the content names it`);
  const sources = sets.slice(0, -1).map(({ type, srcSet }) => ({ type, srcSet }));
  return { url, width, height, tint, srcSet: plain.srcSet, sources, inPage: null };
}

/**
 * A drawing as a data address that needs no quoting in an attribute.
 * @param {string} markup
 */
function dataUrl(markup) {
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
function address(stem, ending, bytes) {
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 8);
  return `/assets/${stem}-${hash}.${ending}`;
}

/**
 * Makes a name fit for an address: photographs have names such as `IMG 1234 (2)`.
 * @param {string} name
 */
function slug(name) {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

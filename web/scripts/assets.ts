// The files that pages refer to, with names that change with their content.

import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import type { Content } from "../src/content";
import type { Assets, FontFiles, Picture, Scripts, Raster as SizedFile } from "../src/site/assets";
import { assertCovered, charactersOf, type Fonts, subsetFonts, wholeFonts } from "./fonts";
import { openCache } from "./pictures/cache";
import { pictureNames, type ReadyPicture, readPicture, readPictures } from "./pictures/pictures";
import { cutTo, type Raster, rasterLogo } from "./pictures/raster";
import { openSocial } from "./pictures/social/social";

/** Adds a file, and returns its address. */
type Use = (stem: string, ending: string, bytes: Buffer) => string;

/**
 * How to make the files:
 * - `build`: every format of the pictures that the content names, and subsets of the fonts
 * - `dev`: the original pictures and the whole fonts; a page's social picture is drawn when a browser requests it
 */
type Mode = "build" | "dev";

interface Inputs {
  imagesDir: string;
  cacheDir: string;
  scripts: () => Scripts;
  /** The content of all editions, for a build. */
  text?: string;
}

/** A file that a page names: a function that makes its bytes, and the start of the first edition with it. */
interface File {
  bytes: () => Buffer | Promise<Buffer>;
  starts: number | null;
}

const SOCIAL = { width: 1200, height: 630 };

/** Reads the pictures and the fonts, and returns functions that list each edition's files. */
export async function createAssets(mode: Mode, { imagesDir, cacheDir, scripts, text = "" }: Inputs) {
  const isBuild = mode === "build";
  const cache = await openCache(cacheDir);
  /** By address. */
  const files = new Map<string, File>();
  const characters = charactersOf(text);
  const fonts = await (isBuild ? subsetFonts(characters, cache) : wholeFonts());
  // A picture that no page names is examined, but not encoded.
  const named = new Set(text.match(/"[^"\\]+\.[a-z]+"/gi));
  /** In a build every picture is valid; in dev an entry may be its error. */
  const pictures = new Map<string, ReadyPicture | Error>(
    isBuild ? await readPictures(imagesDir, (name) => named.has(`"${name}"`), cache) : [],
  );
  /** The last reading of each picture. */
  const readings = new Map<string, Promise<ReadyPicture | Error>>();
  /** The pictures as pages refer to them. */
  const views = new WeakMap<ReadyPicture, Picture>();
  let social: ReturnType<typeof openSocial> | undefined;

  const addFrom =
    (starts: number | null): Use =>
    (stem, ending, bytes) => {
      const url = address(stem, ending, bytes);
      if (!files.has(url)) files.set(url, { bytes: () => bytes, starts });
      return url;
    };
  const fontFiles = addresses(fonts, addFrom(null));

  /** Reads a picture that is new or has changed. */
  async function readAgain(name: string): Promise<void> {
    const reading = readPicture(imagesDir, name, false, cache).catch((error) => error);
    readings.set(name, reading);
    const picture = await reading;
    // Programs write a large file in parts, so only the last reading counts.
    if (readings.get(name) === reading) pictures.set(name, picture);
  }

  function find(name: string): ReadyPicture {
    const picture =
      pictures.get(name) ??
      new Error(`expected the image ${name} in ${imagesDir}, found none. Add it or correct its name.`);
    if (picture instanceof Error) throw picture;
    return picture;
  }

  /** The files as the pages of an edition see them; `starts` is the moment of the edition. */
  async function assetsOf(site: Content["site"], starts: number | null = null): Promise<Assets> {
    const use = addFrom(starts);
    return {
      scripts: scripts(),
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

  /** Writes all files into a folder, and returns how many. */
  async function write(outDir: string): Promise<number> {
    await mkdir(join(outDir, "assets"), { recursive: true });
    const written = [...files].map(async ([url, { bytes }]) => writeFile(join(outDir, url), await bytes()));
    return (await Promise.all(written)).length;
  }

  if (!isBuild) await Promise.all((await pictureNames(imagesDir)).map(readAgain));
  return {
    assetsOf,
    readAgain,
    write,
    /** Throws if the fonts lack a character of a page. */
    assertCovered: (html: string) => assertCovered(html, characters),
    count: pictures.size,
    /** The bytes at an address; undefined if no page has named it. */
    file: async (url: string) => files.get(url)?.bytes(),
    /** When files are first used, by address; leaves out the files of the first edition. */
    starts: () => {
      const later = [...files].flatMap(([url, { starts }]) => (starts === null ? [] : [[url, starts]]));
      return Object.fromEntries(later.sort());
    },
  };
}

/** The addresses of fonts. */
function addresses({ extended, ...fonts }: Awaited<ReturnType<typeof subsetFonts>>, use: Use): FontFiles {
  const faces = ({ display, text, textItalic }: Fonts) => ({
    display: use(display.stem, "woff2", display.bytes),
    text: use(text.stem, "woff2", text.bytes),
    textItalic: use(textItalic.stem, "woff2", textItalic.bytes),
  });
  return { ...faces(fonts), extended: extended.map((fonts) => ({ ...faces(fonts), range: fonts.range })) };
}

/** By the ending of a file's name. */
const mediaTypes = {
  avif: "image/avif",
  css: "text/css; charset=utf-8",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  png: "image/png",
  svg: "image/svg+xml",
  webp: "image/webp",
  woff2: "font/woff2",
};

/** The media type of a file by its address. */
export function mediaTypeOf(url: string): string {
  return mediaTypes[extname(url).slice(1) as keyof typeof mediaTypes];
}

function raster(stem: string, use: Use, { bytes, ending, width, height }: Raster): SizedFile {
  return { url: use(stem, ending, bytes), type: mediaTypes[ending], width, height };
}

/** A picture as pages refer to it, which show the original unless it is encoded. */
function viewOf(picture: ReadyPicture, isEncoded: boolean, use: Use): Picture {
  const { name, format, width, height, tint, bytes, encoded } = picture;
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

/** A drawing as a data address that needs no quoting in an attribute. */
function dataUrl(markup: string): string {
  const line = markup
    .trim()
    .replaceAll(/>\s+</g, "><")
    .replaceAll(/\s*\n\s*/g, " ");
  const plain = line.replaceAll(/[ %#<>"]/g, encodeURIComponent).replaceAll("'", "%27");
  return `data:image/svg+xml,${plain}`;
}

function address(stem: string, ending: string, bytes: Buffer): string {
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 8);
  return `/assets/${stem}-${hash}.${ending}`;
}

/** Makes a name fit for an address: photographs have names such as `IMG 1234 (2)`. */
function slug(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

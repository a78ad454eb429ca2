// The picture that is shown where a page is shared: 1200 x 630, made of the page's title and its drawing.

import { readFile } from "node:fs/promises";
import pLimit from "p-limit";
import sharp from "sharp";
import { reading } from "../examine.mjs";
import { limited } from "../limit.mjs";
import { logo as corner, layout, mask, picture } from "./card.mjs";
import { openLettering } from "./lettering.mjs";
import { readPalette } from "./palette.mjs";

/** @typedef {import("../cache.mjs").Cache} Cache */
/** @typedef {import("../pictures.mjs").ReadyPicture} ReadyPicture */
/** @typedef {Omit<import("./card.mjs").Words, "logoWidth"> & { logo: ReadyPicture, drawing: ReadyPicture }} Card */

/** Few colours: a page asks the browser for its picture, if behind everything else. */
const png = /** @type {const} */ ({
  palette: true,
  colours: 16,
  dither: 0,
  // More of it takes three times as long, for pictures that look the same.
  effort: 1,
  compressionLevel: 9,
});

/** So many that those being drawn are never waited for, and so few that they fit into memory. */
const inHand = pLimit(4);

/** @param {Cache} cache */
export async function openSocial(cache) {
  const palette = await readPalette();
  const settings = JSON.stringify([png, palette, await versions()]);
  /** @type {ReturnType<typeof openLettering> | undefined} */
  let lettering;

  /**
   * A page's picture, as a PNG.
   * @param {Card} card
   * @returns {Promise<Buffer>}
   */
  const card = (card) => inHand(() => made(card));

  /** @param {Card} card */
  const made = ({ title, eyebrow, firm, light, logo, drawing }) => {
    const words = JSON.stringify({ title, eyebrow, firm, light });
    return cache(["social", words, settings, logo.bytes, drawing.bytes], async () => {
      lettering ??= openLettering();
      const emblem = await scaledLogo(logo);
      const place = layout(
        { title, eyebrow, firm, light, logoWidth: emblem.width },
        await lettering,
        palette,
      );
      const above = [
        { input: await framed(drawing), left: picture.left, top: picture.top },
        { input: emblem.bytes, left: corner.left, top: corner.top },
        { input: Buffer.from(place.over) },
      ];
      return limited(() =>
        sharp(Buffer.from(place.under)).composite(above).removeAlpha().png(png).toBuffer(),
      );
    });
  };

  /** A drawing in its frame, which the pages that show it have in common. @param {ReadyPicture} drawing */
  const framed = (drawing) =>
    cache(["framed", mask, JSON.stringify(picture), drawing.bytes], () =>
      limited(() =>
        sharp(withoutText(drawing), reading)
          .resize(picture.width, picture.height, { fit: "cover" })
          .composite([{ input: Buffer.from(mask), blend: "dest-in" }])
          .png()
          .toBuffer(),
      ),
    );

  /** @param {ReadyPicture} logo */
  const scaledLogo = async (logo) => {
    const { widest, height } = corner;
    const width = Math.round(Math.min(widest, (height * logo.width) / logo.height));
    const bytes = await cache(["emblem", JSON.stringify([width, height]), logo.bytes], () =>
      limited(() =>
        sharp(withoutText(logo), reading)
          .resize(width, height, { fit: "contain", background: "#0000" })
          .png()
          .toBuffer(),
      ),
    );
    return { width, bytes };
  };

  return { card };
}

/** Of what the words are set with. */
async function versions() {
  const lock = JSON.parse(await readFile(new URL("../../../package-lock.json", import.meta.url), "utf8"));
  const names = ["@fontsource-variable/josefin-sans", "fontkit", "subset-font"];
  return names.map((name) => lock.packages[`node_modules/${name}`].version);
}

/**
 * A drawing's words would be set in whatever fonts this machine has.
 * @param {ReadyPicture} picture
 */
function withoutText({ format, bytes }) {
  return format === "svg" ? Buffer.from(bytes.toString().replace(/<text\b[\s\S]*?<\/text>/g, "")) : bytes;
}

// The picture that is shown where a page is shared: 1200 x 630, made of the page's title and its drawing.

import sharp from "sharp";
import { reading } from "../examine.mjs";
import { limited } from "../limit.mjs";
import { layout, logo, mask, picture } from "./card.mjs";
import { openLettering } from "./lettering.mjs";
import { readPalette } from "./palette.mjs";

/** @typedef {import("../cache.mjs").Cache} Cache */
/** @typedef {import("../pictures.mjs").ReadyPicture} ReadyPicture */
/** @typedef {Omit<import("./card.mjs").Words, "logoWidth"> & { logo: ReadyPicture, drawing: ReadyPicture }} Card */

/** From many colours to few. */
const palettes = [{ quality: 60 }, { quality: 30 }, { quality: 10 }, { colours: 16 }];
const BUDGET = 40_000;
const png = /** @type {const} */ ({ palette: true, dither: 0, effort: 10, compressionLevel: 9 });

/** @param {Cache} cache */
export async function openSocial(cache) {
  const [lettering, palette] = await Promise.all([openLettering(), readPalette()]);

  /**
   * A page's picture, as a PNG.
   * @param {Card} card
   * @returns {Promise<Buffer>}
   */
  const card = async (card) => {
    const proportion = card.logo.width / card.logo.height;
    const logoWidth = Math.round(Math.min(logo.widest, logo.height * proportion));
    const { under, over } = layout({ ...card, logoWidth }, lettering, palette);
    const ladder = card.light ? palettes.slice(-1) : palettes;
    const settings = JSON.stringify([ladder, BUDGET, png]);
    return cache(["social", under, over, mask, card.logo.bytes, card.drawing.bytes, settings], () =>
      limited(async () => {
        const drawing = sharp(withoutText(card.drawing), reading)
          .resize(picture.width, picture.height, { fit: "cover" })
          .composite([{ input: Buffer.from(mask), blend: "dest-in" }]);
        const emblem = sharp(withoutText(card.logo), reading).resize(logoWidth, logo.height, {
          fit: "contain",
          background: "#0000",
        });
        const { data, info } = await sharp(Buffer.from(under))
          .composite([
            { input: await drawing.png().toBuffer(), left: picture.left, top: picture.top },
            { input: await emblem.png().toBuffer(), left: logo.left, top: logo.top },
            { input: Buffer.from(over) },
          ])
          .removeAlpha()
          .raw()
          .toBuffer({ resolveWithObject: true });
        return within(ladder.map((colours) => () => sharp(data, { raw: info }).png({ ...png, ...colours })));
      }),
    );
  };

  return { card };
}

/**
 * The first that keeps within the budget, or the last.
 * @param {(() => import("sharp").Sharp)[]} attempts
 * @returns {Promise<Buffer>}
 */
async function within(attempts) {
  let made = Buffer.alloc(0);
  for (const attempt of attempts) {
    made = await attempt().toBuffer();
    if (made.length <= BUDGET) break;
  }
  return made;
}

/**
 * A drawing's words would be set in whatever fonts this machine has.
 * @param {ReadyPicture} picture
 */
function withoutText({ format, bytes }) {
  return format === "svg" ? Buffer.from(bytes.toString().replace(/<text\b[\s\S]*?<\/text>/g, "")) : bytes;
}

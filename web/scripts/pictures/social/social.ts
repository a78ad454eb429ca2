// The picture for shared links: 1200 x 630 pixels, made from the page's title and its drawing.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import pLimit from "p-limit";
import satori from "satori";
import sharp from "sharp";
import type { Cache } from "../cache";
import { reading } from "../examine";
import { limited } from "../limit";
import type { ExaminedPicture } from "../pictures";
import * as layout from "./card";

type Card = layout.Words & { logo: ExaminedPicture; drawing: ExaminedPicture };

const require = createRequire(import.meta.url);
const web = join(import.meta.dirname, "../../..");

/** Few colors keep it small: browsers download it with the page, though last. */
const png = {
  palette: true,
  colors: 16,
  dither: 0,
  // More effort takes three times as long, and the pictures look the same.
  effort: 1,
  compressionLevel: 9,
} as const;

/** The files of the display face. The check warns of a character that none of them has (site-check/src/rules/title.rs). */
const fontFiles = ["latin", "latin-ext", "vietnamese"].map(
  (part) => `@fontsource/josefin-sans/files/josefin-sans-${part}-600-normal.woff`,
);

/** Cards at once: enough that drawing never waits, and few enough to fit into memory. */
const limitedCards = pLimit(4);

export async function openSocial(cache: Cache) {
  const colors = await readColors();
  const settings = JSON.stringify([png, colors, fontFiles, await versions()]);
  let setter: ReturnType<typeof openSetter> | undefined;

  /** Draws a page's picture as a PNG. */
  const card = ({ logo, drawing, ...words }: Card): Promise<Buffer> =>
    limitedCards(() =>
      cache(["social", JSON.stringify(words), settings, logo.bytes, drawing.bytes], async () => {
        setter ??= openSetter();
        const { svg } = await setter;
        const emblem = Math.round(
          Math.min(layout.logo.widest, (layout.logo.height * logo.width) / logo.height),
        );
        const drawn = await svg(words, {
          colors,
          drawing: await scaled(drawing, layout.picture, "cover"),
          emblem: {
            width: emblem,
            src: await scaled(logo, { width: emblem, height: layout.logo.height }, "contain"),
          },
        });
        return limited(() => sharp(Buffer.from(drawn)).removeAlpha().png(png).toBuffer());
      }),
    );

  /** A picture as a data address, which all pages with this picture share. */
  const scaled = async (
    picture: ExaminedPicture,
    { width, height }: { width: number; height: number },
    fit: "cover" | "contain",
  ) => {
    const bytes = await cache(["scaled", JSON.stringify([width, height, fit]), picture.bytes], () =>
      limited(() =>
        sharp(withoutText(picture), reading)
          .resize(width, height, { fit, background: "#0000" })
          .png()
          .toBuffer(),
      ),
    );
    return `data:image/png;base64,${bytes.toString("base64")}`;
  };

  return { card };
}

/** Sets words in the site's own display face, whatever fonts the machine has. */
export async function openSetter() {
  const { SocialCard, Title, column, eyebrow, title, WIDTH, HEIGHT } = layout;
  const fonts = await Promise.all(
    fontFiles.map(async (file) => ({ name: file, data: await readFile(require.resolve(file)) })),
  );

  /** The characters of a text that the display face lacks. */
  async function missingIn(text: string): Promise<Set<string>> {
    const missing = new Set<string>();
    await satori(text, {
      width: WIDTH,
      fonts,
      loadAdditionalAsset: async (_, segment) => {
        for (const character of segment) missing.add(character);
        return [];
      },
    });
    return missing;
  }

  /** A text without the characters that none of the site's fonts has. */
  async function drawable(text: string): Promise<string> {
    const missing = await missingIn(text);
    const kept = [...text.normalize("NFC")].filter((character) => !missing.has(character));
    return kept.join("").replace(/\s+/g, " ").trim();
  }

  /** The largest size that the title fits at, or one up to a fifth smaller if that saves a line. */
  async function fitted(text: string, height: number): Promise<layout.Fit> {
    let best = { size: title.largest, lines: Number.POSITIVE_INFINITY };
    let least = title.smallest;
    for (let size = title.largest; size >= least; size -= 8) {
      const box = { width: 0, height: 0 };
      await satori(Title({ text, size, cut: false }), {
        width: column.width,
        fonts,
        onNodeDetected: ({ width, height }) => void Object.assign(box, { width, height }),
      });
      const lines = Math.round(box.height / (size * title.leading));
      const fits = box.width <= column.width && box.height - 0.3 * size <= height && lines <= title.lines;
      if (fits && best.lines === Number.POSITIVE_INFINITY) least = Math.max(least, 0.8 * size);
      if (fits && lines < best.lines) best = { size, lines };
    }
    const cut = best.lines > title.lines;
    return { size: cut ? title.smallest : best.size, cut };
  }

  async function svg(card: layout.Words, setting: Omit<layout.Setting, "fit">): Promise<string> {
    const [title, above, firm] = await Promise.all([card.title, card.eyebrow, card.firm].map(drawable));
    const words = { title: title || firm || "", eyebrow: above ?? "", firm: firm ?? "", light: card.light };
    const fit = await fitted(words.title, column.height - (above ? eyebrow.room : 0));
    const element = SocialCard({ words, fit, ...setting });
    const drawn = await satori(element, { width: WIDTH, height: HEIGHT, fonts });
    // Satori masks each image with the box that already clips it; without the mask, librsvg takes half the time.
    return drawn.replaceAll(/ mask="url\(#satori_om[^"]*"/g, "");
  }
  return { svg, missingIn };
}

/** The colors of the site, from its tokens. */
async function readColors() {
  const css = await readFile(join(web, "src/design/tokens.css"), "utf8");
  const token = (name: string) => {
    const found = css.match(new RegExp(`--${name}:\\s*(?:light-dark\\()?(#[0-9a-f]{6})`, "i"))?.[1];
    if (found) return found;
    throw new Error(`src/design/tokens.css: expected a color --${name}, found none. Social pictures use it.`);
  };
  return {
    night: token("night"),
    blue: token("blue"),
    wheat: token("wheat"),
    clay: token("clay"),
    ground: token("ground"),
  };
}

/** The versions of the packages that set the words. */
async function versions() {
  const lock = JSON.parse(await readFile(join(web, "package-lock.json"), "utf8"));
  return ["@fontsource/josefin-sans", "satori"].map((name) => lock.packages[`node_modules/${name}`].version);
}

/** Removes a drawing's words: they would be set in whatever fonts this machine has. */
function withoutText({ format, bytes }: ExaminedPicture): Buffer {
  return format === "svg" ? Buffer.from(bytes.toString().replace(/<text\b[\s\S]*?<\/text>/g, "")) : bytes;
}

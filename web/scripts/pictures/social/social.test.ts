import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, test, vi } from "vitest";
import { fixture } from "../../../src/testing/site";
import { openCache } from "../cache.mjs";
import { readPictures } from "../pictures.mjs";
import { cutTo, rasterLogo } from "../raster.mjs";
import { HEIGHT, layout, picture, WIDTH } from "./card.mjs";
import { openLettering } from "./lettering.mjs";
import { readPalette } from "./palette.mjs";
import { openSocial } from "./social.mjs";

// Encoders take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const images = join(import.meta.dirname, "../../../../site-schema/tests/content/images");
const work = await mkdtemp(join(tmpdir(), "social-"));
afterAll(() => rm(work, { recursive: true }));

const lettering = await openLettering();
const palette = await readPalette();
const cache = await openCache(join(work, "cache"));
const pictures = await readPictures(images, () => true, cache);
const social = await openSocial(cache);

function named(name: string) {
  const found = pictures.get(name);
  if (!found) throw new Error(name);
  return found;
}

const sample = {
  title: "Selling a Home After Retirement",
  eyebrow: "Retirement Planning",
  firm: "Example Wealth Planning",
  light: false,
  logo: named("logo.svg"),
  drawing: named("hero.svg"),
};

const titles = [
  ...fixture.content.pages.map(({ meta }) => meta.title),
  ...fixture.content.articles.map(({ matter }) => matter.title),
  "Proactive Tax Planning: How Retirees Keep More of What They Have Saved",
];

const absurd = [
  "W".repeat(300),
  "Supercalifragilisticexpialidocious and antidisestablishmentarianism, considered",
  "The one about the house that Jack built, and the malt, and the rat, and the cat, and the dog ".repeat(20),
  "a",
  "",
  "Žluťoučký kůň, Łódź & Ñandú — “½ of €2,000”",
  "🎉 漢字 🎉",
  "gjpqy ÅÇ gjpqy ÅÇ gjpqy ÅÇ gjpqy ÅÇ gjpqy ÅÇ gjpqy ÅÇ",
];

describe("every title keeps to its place", () => {
  test.each([...titles, ...absurd])("%s", (title) => {
    const { boxes } = layout({ ...sample, logoWidth: 192, title }, lettering, palette);
    const [eyebrow, ...lines] = boxes.slice(0, -1);
    const name = boxes.at(-1);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThanOrEqual(4);
    for (const { left, top, right, bottom } of boxes) {
      expect(left).toBeGreaterThan(40);
      expect(top).toBeGreaterThan(40);
      expect(right).toBeLessThan(picture.left - 20);
      expect(bottom).toBeLessThan(HEIGHT - 30);
    }
    // No line touches the next.
    const inOrder = [eyebrow, ...lines, name];
    for (const [at, below] of inOrder.slice(1).entries()) {
      expect((below?.bottom ?? 0) - (inOrder[at]?.bottom ?? 0)).toBeGreaterThan(15);
    }
  });

  test("no word of a title is broken or left out", () => {
    for (const title of titles) expect(lettering.drawable(title)).toBe(title.replaceAll("  ", " "));
  });

  test("a long name and a long line above the title, too", () => {
    const long = "A very long name of a firm that has grown by mergers, and Partners, and Sons";
    const { boxes } = layout({ ...sample, logoWidth: 64, firm: long, eyebrow: long }, lettering, palette);
    for (const { right } of boxes) expect(right).toBeLessThan(picture.left - 20);
  });
});

describe("the picture of a page", () => {
  test("is a PNG of 1200 x 630 with a palette, and not heavy", async () => {
    const bytes = await social.card(sample);
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: "png",
      width: WIDTH,
      height: HEIGHT,
      isPalette: true,
    });
    expect(bytes.length).toBeLessThan(40_000);
  });

  test("is lighter where that matters most", async () => {
    const [usual, light] = await Promise.all([social.card(sample), social.card({ ...sample, light: true })]);
    expect(light.length).toBeLessThan(0.8 * usual.length);
  });

  test("has nothing but ground between the words and the drawing", async () => {
    const bytes = await social.card({ ...sample, title: absurd[0] ?? "" });
    const left = picture.left - 30;
    const strip = sharp(bytes).extract({ left, top: 0, width: 15, height: picture.top + picture.height });
    const { channels } = await strip
      .removeAlpha()
      .toBuffer()
      .then((strip) => sharp(strip).stats());
    expect(channels.map(({ max }) => max < 0x80)).toEqual([true, true, true]);
  });

  test("is the same bytes each time", async () => {
    const again = await openSocial(await openCache(join(work, "another")));
    expect((await again.card(sample)).equals(await social.card(sample))).toBe(true);
  });

  test("follows its title, its drawing and its logo", async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path fill="red" d="M0 0h9v9H0z"/></svg>`;
    const red = { ...named("hero.svg"), bytes: Buffer.from(svg) };
    const all = await Promise.all([
      social.card(sample),
      social.card({ ...sample, title: "Another" }),
      social.card({ ...sample, drawing: red }),
      social.card({ ...sample, logo: red }),
    ]);
    expect(new Set(all.map((bytes) => bytes.toString("base64"))).size).toBe(4);
  });

  test("leaves out what no font of the site has, and words of a drawing", async () => {
    const words = `<text x="9" y="200" font-size="200">Words</text></svg>`;
    const drawing = Buffer.from(named("hero.svg").bytes.toString().replace("</svg>", words));
    const worded = await social.card({
      ...sample,
      title: `🎉 ${sample.title} 漢字`,
      drawing: { ...sample.drawing, bytes: drawing },
    });
    expect(worded.equals(await social.card(sample))).toBe(true);
  });
});

describe("pictures for machines", () => {
  test("an editor's own picture is cut to size, in the lighter format", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
    const photograph = await sharp({
      create: { width: 900, height: 900, channels: 3, background: "#000", noise },
    })
      .jpeg()
      .toBuffer();
    for (const [picture, ending, format] of [
      [{ ...named("hero.svg"), format: "jpeg" as const, bytes: photograph }, "jpg", "jpeg"],
      [named("hero.svg"), "png", "png"],
    ] as const) {
      const cut = await cutTo(picture, { width: WIDTH, height: HEIGHT }, cache);
      expect(cut).toMatchObject({ ending, width: WIDTH, height: HEIGHT });
      expect(await sharp(cut.bytes).metadata()).toMatchObject({ format, width: WIDTH, height: HEIGHT });
    }
  });

  test("the logo is a PNG of more than 112 x 112", async () => {
    const logo = await rasterLogo(named("logo.svg"), cache);
    expect(Math.min(logo.width, logo.height)).toBeGreaterThanOrEqual(112);
    expect(await sharp(logo.bytes).metadata()).toMatchObject({
      format: "png",
      width: logo.width,
      height: logo.height,
    });
  });

  test("words in a drawing would need this machine's fonts: an error says so", async () => {
    const bytes = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>A</text></svg>`,
    );
    const worded = { ...named("logo.svg"), bytes };
    await expect(rasterLogo(worded, cache)).rejects.toThrow(
      /logo\.svg: expected .* found `<text>`\..* paths/,
    );
  });
});

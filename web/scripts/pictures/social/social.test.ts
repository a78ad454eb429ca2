import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { openCache } from "../cache";
import { readPictures } from "../pictures";
import { cutTo, rasterLogo } from "../raster";
import { column, HEIGHT, logo, picture, WIDTH } from "./card";
import { openSetter, openSocial } from "./social";

const images = join(import.meta.dirname, "../../../../site-schema/tests/content/images");
const work = await mkdtemp(join(tmpdir(), "social-"));
afterAll(() => rm(work, { recursive: true }));

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
  light: true,
  logo: named("logo.svg"),
  drawing: named("hero.svg"),
};

const square = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path fill="red" d="M0 0h9v9H0z"/></svg>',
);

/** The brightest value of any channel in a part of a card: words are brighter than the ground. */
async function brightest(card: Buffer, left: number, top: number, width: number, height: number) {
  const part = await sharp(card).extract({ left, top, width, height }).removeAlpha().toBuffer();
  return Math.max(...(await sharp(part).stats()).channels.map(({ max }) => max));
}

test("is a PNG of 1200 x 630 with a palette, and not heavy, least of all where that matters most", async () => {
  const [light, usual] = await Promise.all([social.card(sample), social.card({ ...sample, light: false })]);
  const about = { format: "png", width: WIDTH, height: HEIGHT, isPalette: true };
  expect(await sharp(usual).metadata()).toMatchObject(about);
  expect(usual.length).toBeLessThan(40_000);
  expect(light.length).toBeLessThan(0.8 * usual.length);
});

const long = "A very long name of a firm that has grown by mergers, and Partners, and Sons";
test.each([
  { title: "Proactive Tax Planning: How Retirees Keep More of What They Have Saved" },
  { title: "Supercalifragilisticexpialidocious and antidisestablishmentarianism, considered" },
  { title: "W".repeat(300) },
  { title: `${long}. `.repeat(20) },
  { title: "gjpqy ÅÇ gjpqy ÅÇ gjpqy ÅÇ gjpqy ÅÇ gjpqy ÅÇ gjpqy ÅÇ" },
  { eyebrow: long, firm: long },
])("keeps words in their place: %j", async (words) => {
  const card = await social.card({ ...sample, ...words });
  const right = column.left + column.width;
  const bottom = column.top + column.height;
  expect(await brightest(card, column.left, column.top, column.width, column.height)).toBeGreaterThan(0xd0);
  expect(await brightest(card, right + 5, 0, picture.left - right - 20, bottom)).toBeLessThan(0x80);
  expect(await brightest(card, column.left, 0, column.width, column.top - 12)).toBeLessThan(0x80);
  expect(await brightest(card, column.left, bottom + 24, column.width, 8)).toBeLessThan(0x80);
});

test("is the same bytes each time", async () => {
  const again = await openSocial(await openCache(join(work, "another")));
  expect((await again.card(sample)).equals(await social.card(sample))).toBe(true);
});

test("follows its title, its drawing and its logo", async () => {
  const red = { ...named("hero.svg"), bytes: square };
  const others = [{}, { title: "Another" }, { drawing: red }, { logo: red }];
  const all = await Promise.all(others.map((other) => social.card({ ...sample, ...other })));
  expect(new Set(all.map((bytes) => bytes.toString("base64"))).size).toBe(4);
});

test("keeps the shape of the logo", async () => {
  const drawn = { ...named("logo.svg"), width: 9, height: 9, bytes: square };
  const card = await social.card({ ...sample, firm: "A", logo: drawn });
  expect(await brightest(card, logo.left, logo.top, logo.height, logo.height)).toBeGreaterThan(0xd0);
  expect(await brightest(card, logo.left + logo.height + 40, logo.top, 20, logo.height)).toBeLessThan(0x80);
});

test("leaves out what no font of the site has, and words of a drawing", async () => {
  const words = `<text x="9" y="200" font-size="200">Words</text></svg>`;
  const bytes = Buffer.from(named("hero.svg").bytes.toString().replace("</svg>", words));
  const title = `🎉 ${sample.title} 漢字`;
  const worded = await social.card({ ...sample, title, drawing: { ...sample.drawing, bytes } });
  expect(worded.equals(await social.card(sample))).toBe(true);
});

test("the check knows the characters that a card can have: vitest --update writes the list", async () => {
  const { missingIn } = await openSetter();
  const characters: string[] = [];
  // Letters, digits and signs: a combining mark needs a letter, and a space has no shape.
  const seen = /^(?=[\p{L}\p{N}\p{P}\p{S}])[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Common}]$/u;
  for (let code = 0x21; code < 0x3000; code++) {
    const character = String.fromCodePoint(code);
    if (seen.test(character) && character === character.normalize()) characters.push(character);
  }
  const missing = await missingIn(characters.join(" "));
  const drawn = characters.filter((character) => !missing.has(character));
  expect(drawn).not.toContain("≥");
  const lines = drawn.join("").match(/.{1,64}/gsu);
  const list = join(import.meta.dirname, "../../../../site-check/src/rules/title/characters.txt");
  await expect(`${lines?.join("\n")}\n`).toMatchFileSnapshot(list);
});

test("a letter of any Latin alphabet is drawn", async () => {
  const titles = ["Łukasz", "ukasz", "Nguyễn", "Nguyn"];
  const drawn = await Promise.all(titles.map((title) => social.card({ ...sample, title })));
  expect(new Set(drawn.map((bytes) => bytes.toString("base64"))).size).toBe(titles.length);
});

test("an editor's own picture is cut to size, in the lighter format", async () => {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const create = { width: 900, height: 900, channels: 3, background: "#000", noise } as const;
  const bytes = await sharp({ create }).jpeg().toBuffer();
  for (const [picture, ending] of [
    [{ ...named("hero.svg"), format: "jpeg" as const, bytes }, "jpg"],
    [named("hero.svg"), "png"],
  ] as const) {
    const cut = await cutTo(picture, { width: WIDTH, height: HEIGHT }, cache);
    expect(cut).toMatchObject({ ending, width: WIDTH, height: HEIGHT });
    expect(await sharp(cut.bytes).metadata()).toMatchObject({ width: WIDTH, height: HEIGHT });
  }
});

test("the logo is a PNG of more than 112 x 112, and has no words, which need this machine's fonts", async () => {
  const { bytes, width, height } = await rasterLogo(named("logo.svg"), cache);
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(112);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width, height });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>A</text></svg>`;
  const worded = { ...named("logo.svg"), bytes: Buffer.from(svg) };
  const refused = /logo\.svg: expected .* found `<text>`\..* paths/;
  await expect(rasterLogo(worded, cache)).rejects.toThrow(refused);
});

// Where everything stands on a page's social picture.

import { fitted } from "./fit.mjs";
import { chevrons, rays, stepped } from "./ornament.mjs";

/** @typedef {import("./lettering.mjs").Lettering} Lettering */
/** @typedef {import("./lettering.mjs").Box} Box */
/** @typedef {import("./palette.mjs").Palette} Palette */
/**
 * @typedef {object} Words
 * @property {string} title
 * @property {string} eyebrow
 * @property {string} firm
 * @property {number} logoWidth
 * @property {boolean} light as few bytes as it can have: a plain ground and few colours
 */

export const WIDTH = 1200;
export const HEIGHT = 630;

const FRIEZE = 30;
const GROUND = HEIGHT - FRIEZE;
const MARGIN = 72;
const STEP = 18;

/** The drawing, and the words beside it. */
export const picture = { left: 724, top: 54, width: WIDTH - MARGIN - 724, height: GROUND - 54 };
export const logo = { left: MARGIN, top: GROUND - 112, height: 64, widest: 192 };
const column = { left: MARGIN, width: picture.left - 40 - MARGIN, top: 68, bottom: logo.top - 36 };

/**
 * What lies under the drawing and the logo, and what lies over them; and the boxes of all lines of text.
 * @param {Words} words
 * @param {Lettering} lettering
 * @param {Palette} palette
 * @returns {{ under: string, over: string, boxes: Box[] }}
 */
export function layout({ title, eyebrow, firm, logoWidth, light }, lettering, palette) {
  const besideLogo = logoWidth + 18;
  const name = oneLine(lettering, firm, { largest: 30, smallest: 18, width: column.width - besideLogo });
  const kicker = oneLine(lettering, eyebrow.toUpperCase(), {
    largest: 22,
    smallest: 16,
    width: column.width,
    tracking: 0.14,
  });
  const gap = kicker.text ? 50 : 0;
  const leading = 1.08;
  const tracking = -0.012;
  const heading = fitted(lettering, lettering.drawable(title) || name.text, {
    width: column.width,
    height: column.bottom - column.top - gap,
    lines: 4,
    largest: 104,
    smallest: 40,
    leading,
    tracking,
  });
  const { size, lines } = heading;
  const block = gap + size * lettering.capHeight + (lines.length - 1) * size * leading;
  const top = column.top + (column.bottom - column.top - block) / 2;
  const first = top + gap + size * lettering.capHeight;

  const kickerLine = lettering.line(
    kicker.text,
    column.left,
    top + kicker.size * lettering.capHeight,
    kicker,
  );
  const nameLine = lettering.line(
    name.text,
    logo.left + besideLogo,
    logo.top + (logo.height + name.size * lettering.capHeight) / 2,
    name,
  );
  const headingLines = lines.map((text, at) =>
    lettering.line(text, column.left, first + at * size * leading, { size, tracking }),
  );

  const { left, width, height } = picture;
  const under = svg(
    `<path d="M0 0h${WIDTH}v${HEIGHT}H0z" fill="${palette.night}"/>` +
      (light ? "" : `<path d="${rays(left + width / 2, GROUND, WIDTH)}" fill="${palette.ray}"/>`) +
      `<g fill="${palette.wheat}">${kickerLine.svg}</g>` +
      `<g fill="${palette.cream}">${headingLines.map((line) => line.svg).join("")}${nameLine.svg}</g>`,
  );
  const over = svg(
    `<path d="${stepped(left - 9, picture.top - 9, width + 18, height + 18, STEP)}" fill="none" stroke="${palette.wheat}" stroke-width="3"/>` +
      `<path d="M0 ${GROUND}h${WIDTH}v${FRIEZE}H0z" fill="${palette.clay}"/>` +
      `<path d="${chevrons(WIDTH, HEIGHT, FRIEZE - 5)}" fill="${palette.wheat}"/>`,
  );
  const boxes = [kickerLine, ...headingLines, nameLine].map(({ box }) => box);
  return { under, over, boxes };
}

/** The shape that the drawing is cut to. */
export const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${picture.width}" height="${picture.height}"><path d="${stepped(0, 0, picture.width, picture.height, STEP)}"/></svg>`;

/**
 * @param {Lettering} lettering
 * @param {string} text
 * @param {{ width: number, largest: number, smallest: number, tracking?: number }} room
 */
function oneLine(lettering, text, room) {
  const { lines, size } = fitted(lettering, lettering.drawable(text), {
    ...room,
    lines: 1,
    height: Number.POSITIVE_INFINITY,
    leading: 1,
  });
  return { text: lines.join(" "), size, tracking: room.tracking ?? 0 };
}

/** @param {string} content */
function svg(content) {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${content}</svg>`;
}

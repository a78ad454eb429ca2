// The picture for shared links, as satori lays it out.

import type { CSSProperties, ReactNode } from "react";

export const WIDTH = 1200;
export const HEIGHT = 630;

const FRIEZE = 30;
const GROUND = HEIGHT - FRIEZE;
const MARGIN = 72;
const STEP = 18;

/** The drawing, and the words next to it. */
export const picture = { left: 724, top: 54, width: WIDTH - MARGIN - 724, height: GROUND - 54 };
export const logo = { left: MARGIN, top: GROUND - 112, height: 64, widest: 192 };
/** The column of words above the logo. */
export const column = {
  left: MARGIN,
  top: 68,
  width: picture.left - 40 - MARGIN,
  height: logo.top - 36 - 68,
};
/** `room` is the height of the line above the title. */
export const eyebrow = { size: 22, room: 50 };
/** Sizes in pixels. */
export const title = { lines: 4, largest: 104, smallest: 40, leading: 1.08 };

export interface Words {
  title: string;
  eyebrow: string;
  firm: string;
  /** Makes the file as small as possible: a plain background. */
  light: boolean;
}

/** The title's size, and whether it is cut off because it is too long even at the smallest size. */
export interface Fit {
  size: number;
  cut: boolean;
}

/** Everything except the words. Images are data addresses. */
export interface Setting {
  fit: Fit;
  drawing: string;
  emblem: { src: string; width: number };
  colors: Record<"night" | "blue" | "wheat" | "clay" | "ground", string>;
}

export function SocialCard({ words, fit, drawing, emblem, colors }: Setting & { words: Words }): ReactNode {
  const { firm, light } = words;
  const { left, top, width, height } = picture;
  return (
    <div
      style={{
        display: "flex",
        width: WIDTH,
        height: HEIGHT,
        background: colors.night,
        color: colors.ground,
      }}
    >
      {!light && (
        <Drawing>
          <path d={rays(left + width / 2, GROUND, WIDTH)} fill={colors.blue} fillOpacity={0.3} />
        </Drawing>
      )}
      <div
        style={{ ...at(column), height: column.height, flexDirection: "column", justifyContent: "center" }}
      >
        {words.eyebrow && (
          <div style={{ ...kicker, height: eyebrow.room, color: colors.wheat, fontSize: eyebrow.size }}>
            {words.eyebrow}
          </div>
        )}
        <Title {...fit} text={words.title} />
      </div>
      <div
        style={{
          ...at({ ...logo, width: column.width }),
          height: logo.height,
          alignItems: "center",
          gap: 18,
        }}
      >
        <img src={emblem.src} width={emblem.width} height={logo.height} alt="" />
        <div style={{ fontSize: firm.length > 30 ? 22 : 30, lineHeight: 1.1, lineClamp: 2, flex: 1 }}>
          {firm}
        </div>
      </div>
      <img
        src={drawing}
        alt=""
        style={{ ...at(picture), height, clipPath: `path("${stepped(0, 0, width, height, STEP)}")` }}
      />
      <Drawing>
        <path
          d={stepped(left - 9, top - 9, width + 18, height + 18, STEP)}
          fill="none"
          stroke={colors.wheat}
          strokeWidth={3}
        />
        <path d={`M0 ${GROUND}h${WIDTH}v${FRIEZE}H0z`} fill={colors.clay} />
        <path d={chevrons(WIDTH, HEIGHT, FRIEZE - 5)} fill={colors.wheat} />
      </Drawing>
    </div>
  );
}

const kicker = {
  display: "block",
  overflow: "hidden",
  letterSpacing: "0.14em",
  textOverflow: "ellipsis",
  textTransform: "uppercase",
  whiteSpace: "nowrap",
} as const;

/** Only the title: its layout at each size shows whether it fits. */
export function Title({ text, size, cut }: Fit & { text: string }): ReactNode {
  const { lines, leading } = title;
  const wrap = cut
    ? { lineClamp: lines, overflowWrap: "anywhere" }
    : { minWidth: "min-content", textWrap: "balance" };
  return (
    <div
      style={{
        display: "block",
        // The last line ends at its baseline, so that the visible text is in the middle.
        marginBottom: -0.3 * size,
        fontSize: size,
        lineHeight: leading,
        letterSpacing: "-0.012em",
        ...(wrap as CSSProperties),
      }}
    >
      {text}
    </div>
  );
}

function at({ left, top, width }: Record<"left" | "top" | "width", number>) {
  return { display: "flex", position: "absolute", left, top, width } as const;
}

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      style={{ position: "absolute" }}
      aria-hidden
    >
      {children}
    </svg>
  );
}

/** Wedges of light from a point, from the left horizon over the top to the right. */
function rays(x: number, y: number, length: number): string {
  const on = (degrees: number) => {
    const angle = (degrees / 180) * Math.PI;
    return `${(x + length * Math.cos(angle)).toFixed(1)} ${(y + length * Math.sin(angle)).toFixed(1)}`;
  };
  const starts = Array.from({ length: 12 }, (_, ray) => 183 + 15 * ray);
  return starts.map((degrees) => `M${x} ${y}L${on(degrees)}L${on(degrees + 6)}z`).join("");
}

/** Triangles on a baseline, in a band of this height above it. */
function chevrons(width: number, bottom: number, height: number): string {
  const count = Math.ceil(width / (2 * height));
  return `M0 ${bottom}${`l${height} ${-height}l${height} ${height}`.repeat(count)}z`;
}

/** A frame whose upper corners go up in three steps, like the top of a tower. */
function stepped(x: number, y: number, width: number, height: number, step: number): string {
  const [up, down] = [`h${step}v${-step}`, `v${step}h${step}`];
  return `M${x} ${y + height}V${y + 3 * step}${up.repeat(3)}H${x + width - 3 * step}${down.repeat(3)}V${y + height}z`;
}

// The two faces, and fallbacks that take up the same room until the faces load. The tokens name only the fallbacks,
// so that both faces come into use together.

import { createFontStack } from "@capsizecss/core";
import type { FaceFiles, FontFiles } from "../site/assets";
import {
  arialBold,
  josefinSans,
  newsreader,
  newsreaderBold,
  notoSerif,
  notoSerifBold,
  robotoBold,
  timesNewRoman,
  timesNewRomanBold,
} from "./metrics";

const weights = "400 700";

export function fontFaces({ extended, ...files }: FontFiles): string {
  return [
    faces(files),
    // If two faces have a character, browsers use the later face.
    ...extended.map((fonts) => faces(fonts, `unicode-range:${fonts.range};`)),
    // Windows, Apple and Linux have the first of each two, Android the second.
    fallback("Display Arial", [josefinSans, arialBold], `font-weight:${weights};`, "Liberation Sans Bold"),
    fallback("Display Roboto", [josefinSans, robotoBold], `font-weight:${weights};`),
    fallback("Text Times", [newsreader, timesNewRoman], "", "Liberation Serif"),
    fallback("Text Noto", [newsreader, notoSerif], ""),
    // The regular fallbacks, made bold by the browser, are a fourteenth too narrow.
    fallback("Text Times", [newsreaderBold, timesNewRomanBold], "font-weight:700;", "Liberation Serif Bold"),
    fallback("Text Noto", [newsreaderBold, notoSerifBold], "font-weight:700;"),
  ].join("");
}

/** Puts the faces before their fallbacks, in what `selector` matches. */
export function setFaces(selector: string): string {
  return `${selector}{--display:"Display",var(--display-fallback);--text:"Text",var(--text-fallback)}`;
}

function faces({ display, text, textItalic }: FaceFiles, range = ""): string {
  return [
    face("Display", display, "normal", range),
    face("Text", text, "normal", range),
    face("Text", textItalic, "italic", range),
  ].join("");
}

function face(family: string, url: string, style: string, range: string): string {
  return (
    `@font-face{font-family:"${family}";font-style:${style};font-weight:${weights};font-display:swap;${range}` +
    `src:url(${url}) format("woff2")}`
  );
}

/** `alias` is the Linux font that has the same widths as the fallback. */
function fallback(
  family: string,
  metrics: Parameters<typeof createFontStack>[0],
  weight: string,
  alias?: string,
): string {
  const { fontFaces } = createFontStack(metrics, { fontFaceFormat: "styleObject" });
  return fontFaces
    .map(({ "@font-face": { src, sizeAdjust, ascentOverride, descentOverride } }) => {
      const sources = alias ? `${src},local("${alias}")` : src;
      const [size, ascent, descent] = [sizeAdjust, ascentOverride, descentOverride].map(rounded);
      const overrides = `ascent-override:${ascent};descent-override:${descent};line-gap-override:0%`;
      return `@font-face{font-family:"${family}";${weight}src:${sources};size-adjust:${size};${overrides}}`;
    })
    .join("");
}

/** A percentage with the digits that move a letter: each page carries them. */
function rounded(percentage = ""): string {
  return `${Number.parseFloat(percentage).toFixed(1)}%`;
}

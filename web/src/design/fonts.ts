// The two faces, and fallbacks that take up the same room until they arrive. The tokens name the fallbacks alone, so
// that a page is painted in them and no font is fetched before.

import { createFontStack } from "@capsizecss/core";
import arialBold from "@capsizecss/metrics/arial/700";
import josefinSans from "@capsizecss/metrics/josefinSans/600";
import newsreader from "@capsizecss/metrics/newsreader";
import timesNewRoman from "@capsizecss/metrics/timesNewRoman";
import type { FontFiles } from "../site/assets";

export function fontFaces({ display, text, textItalic }: FontFiles): string {
  return [
    face("Display", display, "normal", "400 700"),
    face("Text", text, "normal", "400 700"),
    face("Text", textItalic, "italic", "400 700"),
    fallback("Display", [josefinSans, arialBold], "Liberation Sans Bold"),
    fallback("Text", [newsreader, timesNewRoman], "Liberation Serif"),
  ].join("");
}

/** Puts the faces before their fallbacks, in what `selector` matches. */
export function setFaces(selector: string): string {
  const stack = (face: string, generic: string) => `"${face}","${face} Fallback",${generic}`;
  return `${selector}{--display:${stack("Display", "sans-serif")};--text:${stack("Text", "serif")}}`;
}

function face(family: string, url: string, style: string, weight: string): string {
  return (
    `@font-face{font-family:"${family}";font-style:${style};font-weight:${weight};font-display:swap;` +
    `src:url(${url}) format("woff2")}`
  );
}

/** `alias` is the font of the same widths that Linux has in the fallback's place. */
function fallback(family: string, metrics: Parameters<typeof createFontStack>[0], alias: string): string {
  const { fontFaces } = createFontStack(metrics, { fontFaceFormat: "styleObject" });
  return fontFaces
    .map(({ "@font-face": { src, sizeAdjust, ascentOverride, descentOverride } }) => {
      const overrides = `ascent-override:${ascentOverride};descent-override:${descentOverride};line-gap-override:0%`;
      return `@font-face{font-family:"${family} Fallback";src:${src},local("${alias}");size-adjust:${sizeAdjust};${overrides}}`;
    })
    .join("");
}

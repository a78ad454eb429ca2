// The two faces, and fallbacks that take up the same room until they arrive.

import type { FontFiles } from "../site/assets";

export function fontFaces({ display, text, textItalic }: FontFiles): string {
  return [
    face("Display", display, "normal", "100 700"),
    face("Text", text, "normal", "200 800"),
    face("Text", textItalic, "italic", "200 800"),
    // Measured on a sentence of the home page: widths agree, so that lines break at the same words.
    fallback("Display", ["Arial Bold", "Arial-BoldMT", "Liberation Sans Bold"], 98, 76.5, 25.5),
    fallback("Text", ["Times New Roman", "TimesNewRomanPSMT", "Liberation Serif"], 104.6, 70.7, 25.8),
  ].join("");
}

function face(family: string, url: string, style: string, weight: string): string {
  return (
    `@font-face{font-family:"${family}";font-style:${style};font-weight:${weight};font-display:swap;` +
    `src:url(${url}) format("woff2")}`
  );
}

/** Percentages of the fallback's own size. */
function fallback(family: string, locals: string[], size: number, ascent: number, descent: number): string {
  return (
    `@font-face{font-family:"${family} Fallback";src:${locals.map((name) => `local("${name}")`).join(",")};` +
    `size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`
  );
}

// The two faces, and fallbacks that take up the same room until they arrive. The tokens name the fallbacks alone, so
// that a page is painted in them and no font is fetched before.

import type { FontFiles } from "../site/assets";

export function fontFaces({ display, text, textItalic }: FontFiles): string {
  return [
    face("Display", display, "normal", "400 700"),
    face("Text", text, "normal", "400 700"),
    face("Text", textItalic, "italic", "400 700"),
    // Measured on every heading and paragraph: text agrees in width within two percent; headings, which differ more
    // from word to word, are a little narrower than the face, so that none breaks into a line more.
    fallback("Display", ["Arial Bold", "Arial-BoldMT", "Liberation Sans Bold"], 97, 77.3, 25.8),
    fallback("Text", ["Times New Roman", "TimesNewRomanPSMT", "Liberation Serif"], 104.6, 70.7, 25.8),
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

/** Percentages of the fallback's own size. */
function fallback(family: string, locals: string[], size: number, ascent: number, descent: number): string {
  return (
    `@font-face{font-family:"${family} Fallback";src:${locals.map((name) => `local("${name}")`).join(",")};` +
    `size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`
  );
}

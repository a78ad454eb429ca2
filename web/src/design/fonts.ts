// The site's two faces. Their fallbacks are in fallback_fonts.css.

import type { FaceFiles, FontFiles } from "../site/assets";

export function fontFaces({ extended, ...files }: FontFiles): string {
  // If two faces have a character, browsers use the later face.
  return [files, ...extended].map(faces).join("");
}

function faces({ display, text, textItalic, range }: FaceFiles & { range?: string }): string {
  const face = (family: string, url: string, style: string) =>
    `@font-face{font-family:"${family}";font-style:${style};font-weight:400 700;font-display:swap;` +
    `${range ? `unicode-range:${range};` : ""}src:url(${url}) format("woff2")}`;
  return (
    face("Display", display, "normal") + face("Text", text, "normal") + face("Text", textItalic, "italic")
  );
}

// What this room uses of packages that bring no types.

declare module "fontkit" {
  export interface Glyph {
    path: { toSVG(): string; bbox: { minX: number; minY: number; maxX: number; maxY: number } };
  }
  export interface Run {
    glyphs: Glyph[];
    positions: { xAdvance: number; xOffset: number; yOffset: number }[];
    advanceWidth: number;
  }
  export interface Font {
    unitsPerEm: number;
    capHeight: number;
    characterSet: number[];
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(text: string): Run;
  }
  export function create(bytes: Uint8Array): Font;
}

declare module "subset-font" {
  interface Options {
    targetFormat: "truetype" | "woff" | "woff2";
    variationAxes?: Record<string, number | { min: number; max: number }>;
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}

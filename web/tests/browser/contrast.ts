// Contrast as defined in WCAG 2.

/** Relative luminance of red, green and blue from 0 to 255. */
function luminance(color: number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colors, each in the form rgb(…). */
export function contrast(...colors: [string, string]): number {
  const [low = 0, high = 0] = colors
    .map((color) => luminance(color.match(/[\d.]+/g)?.map(Number) ?? []))
    .sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const tokens = readFileSync(new URL("tokens.css", import.meta.url), "utf8");

/** A size of type in pixels, in a window of a width: `1rem`, or `clamp(1rem, 0.9rem + 1vw, 2rem)`. */
function pixels(value: string, width: number): number {
  const [least = 0, base = least, share = 0, most = least] = (value.match(/[\d.]+/g) ?? []).map(Number);
  return Math.min(most * 16, Math.max(least * 16, base * 16 + (share * width) / 100));
}

test.each([360, 390, 768, 1024, 1440])(
  "at %s px there are four sizes of type below 24 px, each a pixel larger than the one before",
  (width) => {
    const sizes = [...tokens.matchAll(/--size-[\w-]+: (.*rem.*);/g)].map(([, value = ""]) =>
      pixels(value, width),
    );
    const small = sizes.filter((size) => size < 24).sort((a, b) => a - b);
    expect(small).toHaveLength(4);
    for (const [at, size] of small.slice(1).entries())
      expect(size).toBeGreaterThanOrEqual((small[at] ?? 0) + 1);
  },
);

// The places of styles: a block's rules are under the block's own class, deleting a folder deletes all its rules, and
// type sizes, colors and window widths come from the design. The formatter writes one selector or declaration a line.

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const files = readdirSync(new URL(".", import.meta.url), { recursive: true, encoding: "utf8" });
const read = (kind: RegExp) =>
  files
    .filter((path) => kind.test(path) && !path.includes("test"))
    .map((path) => [path, readFileSync(new URL(path, import.meta.url), "utf8")] as const);
const [sheets, sources] = [read(/\.css$/), read(/\.tsx?$/)];

const folder = (path: string) => path.replace(/^(blocks\/\w+\/|[^/]+).*/, "$1");
const found = (css: string, pattern: RegExp) => [...css.matchAll(pattern)].map(([all, part = all]) => part);
/** The selectors directly inside the sheet's layer. */
const roots = (css: string) => found(css, /^ {2}([^\s@}/].*?)(?: \{|,)$/gm);
/** Expects that nothing in any sheet is wrong. */
const none = (wrong: (css: string, path: string) => string[]) =>
  expect(sheets.flatMap(([path, css]) => wrong(css, path).map((each) => `${path}: ${each}`))).toEqual([]);

test("a block's rules are all under one class, the file's name", () => {
  none((css, path) => {
    const own = `.${path.match(/(\w+)\.css$/)?.[1]}`;
    return path.startsWith("blocks/") ? roots(css).filter((selector) => selector !== own) : [];
  });
});

test("no class has rules of its own in two sheets", () => {
  const all = sheets
    .flatMap(([, css]) => [...new Set(roots(css))])
    .filter((selector) => /^\.[\w-]+$/.test(selector));
  expect(all.filter((selector, at) => all.indexOf(selector) !== at)).toEqual([]);
});

test("a class that only one block uses has its rules in that block's folder", () => {
  none((css, path) =>
    [...new Set(found(css, /\.([a-z][\w-]*)(?=[^{};]*\{)/g))].filter((name) => {
      const pattern = new RegExp(`(?<![\\w-])${name}(?![\\w-])`);
      const users = sources.filter(([, code]) => pattern.test(code)).map(([path]) => folder(path));
      const [user = "", ...others] = new Set(users);
      return !user || (others.length === 0 && user.startsWith("blocks/") && user !== folder(path));
    }),
  );
});

test("sizes of type and colors are tokens, and windows have three widths", () => {
  const literal = /#[0-9a-f]{3,8}\b|\b(rgba?|hsla?|oklch|lab)\(|^font(-size)?:.*\d(rem|px|pt|vw)\b/i;
  none((css, path) => {
    const values = found(css, /^\s*([\w-]+:[^;]*;)/gm);
    return path === "design/tokens.css" ? [] : values.filter((declaration) => literal.test(declaration));
  });
  // Below a fourth width, 15rem, letters of twice the size need the room.
  const widths = ["15rem", "40rem", "62rem", "90rem"];
  none((css) => found(css, /(?<=@media.*width[^)]*)\d+rem/g).filter((width) => !widths.includes(width)));
});

test("the scheme is that of the page: the build resolves light-dark() at :root, whatever a part of the page sets", () => {
  none((css, path) =>
    path.startsWith("design/")
      ? found(css, /([^{};]*)\{[^{}]*(?<![-\w])color-scheme:/g).filter((rule) => rule.trim() !== ":root")
      : found(css, /^\s*color-scheme:/gm),
  );
});

/** The sizes of type in pixels, by token, in a window of a width: `1rem`, or `clamp(1rem, 0.9rem + 1vw, 2rem)`. */
function typeSizes(width: number): Map<string, number> {
  const tokens = sheets.find(([path]) => path === "design/tokens.css")?.[1] ?? "";
  const sizes = new Map<string, number>();
  for (const [, token = "", value = ""] of tokens.matchAll(/(--size-[\w-]+): (.*rem.*);/g)) {
    const [least = 0, base = least, share = 0, most = least] = [...value.matchAll(/[\d.]+/g)].map(Number);
    const fluid = base * 16 + (share * width) / 100;
    sizes.set(token, Math.min(most * 16, Math.max(least * 16, fluid)));
  }
  return sizes;
}

test("there are four sizes of type below 24 px, each a pixel larger than the one before, and no sheet asks for another", () => {
  for (const width of [360, 390, 768, 1024, 1440]) {
    const below = [...typeSizes(width).values()].filter((size) => size < 24).sort((a, b) => a - b);
    expect(below, `at ${width} px`).toHaveLength(4);
    for (const [at, size] of below.slice(1).entries())
      expect(size, `at ${width} px`).toBeGreaterThanOrEqual((below[at] ?? 0) + 1);
  }
  const known = [...typeSizes(1440).keys(), "--size-drawing"];
  none((css) => found(css, /var\((--size-[\w-]+)/g).filter((token) => !known.includes(token)));
});

// The places of styles: a block's rules are under the block's own class, no folder leaves rules behind when it is deleted,
// and sizes of type, colors and widths of windows are those of the design.

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const files = readdirSync(new URL(".", import.meta.url), { recursive: true, encoding: "utf8" });
const read = (kind: RegExp) =>
  files
    .filter((path) => kind.test(path) && !path.includes("test"))
    .map((path) => [path, readFileSync(new URL(path, import.meta.url), "utf8")] as const);
const sheets = read(/\.css$/);
const sources = read(/\.tsx?$/);

const folder = (path: string) => path.replace(/^(blocks\/\w+\/|[^/]+).*/, "$1");
const classes = (css: string) =>
  new Set([...css.matchAll(/\.([a-z][\w-]*)(?=[^{};]*\{)/g)].map(([, name = ""]) => name));
/** The selectors directly inside the sheet's layer, which the formatter indents by two. */
const roots = (css: string) =>
  [...css.matchAll(/^ {2}([^\s@}/].*?)(?: \{|,)$/gm)].map(([, selector = ""]) => selector);
/** The folders whose code names a class. */
const users = (name: string) =>
  new Set(
    sources
      .filter(([, code]) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(code))
      .map(([path]) => folder(path)),
  );

test("a block's rules are all under one class, the file's name", () => {
  for (const [path, css] of sheets.filter(([path]) => path.startsWith("blocks/")))
    expect(
      roots(css).filter((selector) => selector !== `.${path.match(/(\w+)\.css$/)?.[1]}`),
      path,
    ).toEqual([]);
});

test("no class has rules of its own in two sheets", () => {
  const all = sheets
    .flatMap(([, css]) => [...new Set(roots(css))])
    .filter((selector) => /^\.[\w-]+$/.test(selector));
  expect(all.filter((selector, at) => all.indexOf(selector) !== at)).toEqual([]);
});

test("a class that only one block uses has its rules in that block's folder", () => {
  const strays = sheets.flatMap(([path, css]) =>
    [...classes(css)].filter((name) => {
      const [user, ...others] = users(name);
      if (user === undefined) return true;
      return others.length === 0 && user.startsWith("blocks/") && user !== folder(path);
    }),
  );
  expect(strays).toEqual([]);
});

test("sizes of type and colors are tokens", () => {
  for (const [path, css] of sheets.filter(([path]) => path !== "design/tokens.css")) {
    const values = [...css.matchAll(/^\s*[\w-]+:[^;]*;/gm)].map(([declaration]) => declaration.trim());
    const literal = /#[0-9a-f]{3,8}\b|\b(rgba?|hsla?|oklch|lab)\(|^font(-size)?:.*\d(rem|px|pt|vw)\b/i;
    expect(
      values.filter((declaration) => literal.test(declaration)),
      path,
    ).toEqual([]);
  }
});

const tokens = readFileSync(new URL("design/tokens.css", import.meta.url), "utf8");

/** The sizes of type in pixels, by token, in a window of a width: `1rem`, or `clamp(1rem, 0.9rem + 1vw, 2rem)`. */
function typeSizes(width: number): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const [, token = "", value = ""] of tokens.matchAll(/(--size-[\w-]+): (.*rem.*);/g)) {
    const [least = 0, base = least, share = 0, most = least] = [...value.matchAll(/[\d.]+/g)].map(Number);
    const fluid = base * 16 + (share * width) / 100;
    sizes.set(token, Math.min(most * 16, Math.max(least * 16, fluid)));
  }
  return sizes;
}

test("there are four sizes of type below 24 px, each a pixel larger than the one before", () => {
  for (const width of [360, 390, 768, 1024, 1440]) {
    const sizes = [...typeSizes(width).values()].sort((a, b) => a - b);
    const below = sizes.filter((size) => size < 24);
    expect(below, `at ${width} px`).toHaveLength(4);
    for (const [at, size] of below.entries())
      expect(sizes[at + 1], `at ${width} px, above ${size} px`).toBeGreaterThanOrEqual(size + 1);
  }
});

test("each size that a sheet asks for is a token", () => {
  const known = [...typeSizes(1440).keys(), "--size-drawing"];
  for (const [path, css] of sheets) {
    const asked = [...css.matchAll(/var\((--size-[\w-]+)/g)].map(([, token]) => token);
    expect(
      asked.filter((token) => !known.includes(token ?? "")),
      path,
    ).toEqual([]);
  }
});

test("windows have three widths", () => {
  // And one below which letters of twice the size need the room.
  const widths = ["15rem", "40rem", "62rem", "90rem"];
  const used = sheets.flatMap(([, css]) => css.match(/(?<=@media.*width[^)]*)\d+rem/g) ?? []);
  expect(used.filter((width) => !widths.includes(width))).toEqual([]);
});

test("the scheme is that of the page: the build resolves light-dark() at :root, whatever a part of the page sets", () => {
  const strays = sheets.flatMap(([path, css]) =>
    rulesWith("color-scheme", css)
      .filter((selector) => selector !== ":root")
      .map((selector) => `${path}: ${selector}`),
  );
  expect(strays).toEqual([]);
});

/** The selectors of the rules that set a property, as the formatter writes them: one opening or end a line. */
function rulesWith(property: string, css: string): string[] {
  const found: string[] = [];
  const open: string[] = [];
  let prelude = "";
  for (const line of css.split("\n").map((line) => line.trim())) {
    if (line.endsWith("{")) {
      open.push(prelude + line.slice(0, -1).trim());
      prelude = "";
    } else if (line === "}") {
      open.pop();
    } else if (line.startsWith(`${property}:`)) {
      found.push(open.at(-1) ?? "");
    } else if (line.endsWith(",")) {
      prelude += `${line} `;
    }
  }
  return found;
}

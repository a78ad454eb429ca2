// Rules across style sheets. They read Biome's format, which writes one selector or declaration a line.

import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";

const files = readdirSync(new URL(".", import.meta.url), { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(css|tsx?)$/.test(path) && !path.includes("test"))
  .map((path) => [path, readFileSync(new URL(path, import.meta.url), "utf8")] as const);
const sheets = files.filter(([path]) => path.endsWith(".css"));
const sources = files.filter(([path]) => !path.endsWith(".css"));

const folder = (path: string) => path.replace(/^(blocks\/\w+\/|[^/]+).*/, "$1");
const found = (css: string, pattern: RegExp) => [...css.matchAll(pattern)].map(([all, part = all]) => part);
/** The selectors that aren't inside others. */
const roots = (css: string) => [...new Set(found(css, /^([^\s@}/].*?)(?: \{|,)$/gm))];
/** Expects that nothing in any sheet is wrong. */
const none = (wrong: (css: string, path: string) => string[]) =>
  expect(sheets.flatMap(([path, css]) => wrong(css, path).map((each) => `${path}: ${each}`))).toEqual([]);

test("a block's rules are all under one class, the file's name", () => {
  none((css, path) =>
    roots(css).filter((root) => path.startsWith("blocks/") && root !== `.${basename(path, ".css")}`),
  );
});

test("no class has rules of its own in two sheets", () => {
  const classes = sheets.flatMap(([, css]) => roots(css)).filter((root) => /^\.[\w-]+$/.test(root));
  expect(classes.filter((name, at) => classes.indexOf(name) !== at)).toEqual([]);
});

test("a class that only one block uses has its rules in that block's folder", () => {
  none((css, path) =>
    [...new Set(found(css, /\.([a-z][\w-]*)(?=[^{};]*\{)/g))].filter((name) => {
      const users = sources.filter(([, code]) => RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(code));
      const [user, other] = new Set(users.map(([path]) => folder(path)));
      return user?.startsWith("blocks/") && !other && user !== folder(path);
    }),
  );
});

test("tokens are set at :root, where the build resolves light-dark()", () => {
  none((css, path) => (path === "design/tokens.css" ? roots(css).filter((root) => root !== ":root") : []));
});

test.each([
  ["colors are tokens", /#[0-9a-f]{3,8}\b(?!.*\{)|\b(rgba?|hsla?|oklch|lab)\(/gi],
  ["sizes of type are tokens", /^\s*font(-size)?:[^;]*\d(rem|px|pt|vw)\b/gim],
  ["windows have three widths, or 15rem", /@media.*width[^)]*?\b(?!(15|40|62|90)rem)\d+rem/g],
  ["the scheme is that of the page", /(?<!:root )\{[^{}]*(?<![-\w])color-scheme:/g],
])("%s", (_, wrong) => none((css, path) => (path === "design/tokens.css" ? [] : found(css, wrong))));

test("every size of type that a sheet uses is a token", () => {
  const known = sheets.flatMap(([path, css]) =>
    path === "design/tokens.css" ? found(css, /(--[\w-]+):/g) : [],
  );
  none((css) => found(css, /var\((--size-[\w-]+)/g).filter((token) => !known.includes(token)));
});

import { expect, test, vi } from "vitest";
import { fontFaces } from "../src/design/fonts";
import { charactersOf, subsetFonts } from "./fonts.mjs";

// Making fonts is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** A cache that makes each file again. */
const cache = (_key: unknown, make: () => Promise<Buffer>) => make();

test("a letter outside of Western Europe has a face of the site, and only if a page has it", async () => {
  const plain = await subsetFonts(charactersOf("Müller’s"), cache as never);
  expect(plain.extended).toBeUndefined();
  const { extended } = await subsetFonts(charactersOf("Łukasz"), cache as never);
  expect(extended?.range).toBe("U+0141");
  for (const font of [extended?.display, extended?.text, extended?.textItalic]) {
    expect(font?.bytes.length).toBeGreaterThan(300);
    expect(font?.bytes.subarray(0, 4).toString()).toBe("wOF2");
  }

  const files = { display: "/d", text: "/t", textItalic: "/i" };
  expect(fontFaces(files)).not.toContain("unicode-range");
  const css = fontFaces({
    ...files,
    extended: { display: "/e", text: "/f", textItalic: "/g", range: "U+0141" },
  });
  expect(css).toMatch(/url\(\/d\).*"Display"[^}]*unicode-range:U\+0141;src:url\(\/e\)/);
});

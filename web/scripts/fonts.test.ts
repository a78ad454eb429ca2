import { expect, test, vi } from "vitest";
import { fontFaces } from "../src/design/fonts";
import { charactersOf, subsetFonts } from "./fonts";

// Making fonts is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** A cache that makes each file again. */
const cache = (_key: unknown, make: () => Promise<Buffer>) => make();

test("a letter outside of Western Europe has a face of the site, and only if a page has it", async () => {
  const rangesOf = async (text: string) => {
    const { extended } = await subsetFonts(charactersOf(text), cache as never);
    for (const font of extended.flatMap(({ display, text, textItalic }) => [display, text, textItalic])) {
      expect(font.bytes.length).toBeGreaterThan(300);
      expect(font.bytes.subarray(0, 4).toString()).toBe("wOF2");
    }
    return extended.map(({ range }) => range);
  };
  expect(await rangesOf("Müller’s")).toEqual([]);
  expect(await rangesOf("Łukasz")).toEqual(["U+0141"]);
  // The letters of a Vietnamese name are in two files.
  expect(await rangesOf("Đỗ Nguyễn")).toEqual(["U+0110", "U+1EC5,U+1ED7"]);

  const files = { display: "/d", text: "/t", textItalic: "/i" };
  expect(fontFaces({ ...files, extended: [] })).not.toContain("unicode-range");
  const css = fontFaces({
    ...files,
    extended: [{ display: "/e", text: "/f", textItalic: "/g", range: "U+0141" }],
  });
  expect(css).toMatch(/url\(\/d\).*"Display"[^}]*unicode-range:U\+0141;src:url\(\/e\)/);
});

// The frame's budget counts what a developer adds, and ignores what an editor adds.

import { expect, test } from "vitest";
import { frameRows, pageRows } from "./weights";

const kept = (rows: { fits: boolean }[]) => rows.map(({ fits }) => fits);
/** Text that compresses badly. */
const words = (count: number) => Array.from({ length: count }, (_, at) => (at * 7919).toString(36)).join(" ");
const page = ({ head = "", css = "a{}", main = "" }) => ({
  route: "/",
  html: `<!doctype html><title>A</title>${head}<style>${css}</style><main id="main">${main}</main>`,
});

test("the frame and the styles of a page have a budget, and its words have none", () => {
  expect(kept(frameRows([page({ main: words(9000) })], "a{}"))).toEqual([true, true, true]);
  expect(kept(frameRows([page({}), page({ head: words(9000) })], "a{}"))).toEqual([false, true, true]);
  const css = ".more{order:1}".repeat(3000);
  expect(kept(frameRows([page({ css })], css))).toEqual([true, false, false]);
});

test("a page that grows by words gets a warning with its figure, and fails nothing", () => {
  const long = { ...page({ main: words(9000) }), route: "/long" };
  const [row, ...others] = pageRows([long, page({})], () => false);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ what: expect.stringContaining("/long"), fits: false, advice: true });
  expect(row?.found).toMatch(/^\d\d,\d{3} B$/);
  expect(pageRows([page({})], () => false)).toMatchObject([{ fits: true }]);
});

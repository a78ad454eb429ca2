import { expect, test } from "vitest";
import { splitLateRules } from "./late_rules";

test("rules for paper and for forced colors are taken out of a sheet, each with its layer", () => {
  const css =
    "@layer parts{.a{color:red}@media print{.a{color:#000}.b{margin:0}}.c{margin:0}}" +
    "@layer blocks{@media (forced-colors:active){.d{border:1px solid}}.e{margin:0}}";
  expect(splitLateRules(css)).toEqual({
    early: "@layer parts{.a{color:red}.c{margin:0}}@layer blocks{.e{margin:0}}",
    late:
      "@layer parts{@media print{.a{color:#000}.b{margin:0}}}" +
      "@layer blocks{@media (forced-colors:active){.d{border:1px solid}}}",
  });
});

test("so are rules for what is pointed at, but for those that also say what has the focus", () => {
  const focus = ".a:is(:hover,:focus-visible){margin:0}";
  expect(splitLateRules(`@layer parts{.a{color:red}.a:hover{color:#000}${focus}}`)).toEqual({
    early: `@layer parts{.a{color:red}${focus}}`,
    late: "@layer parts{.a:hover{color:#000}}",
  });
});

test("a layer of late rules alone leaves nothing behind, and the next one is split too", () => {
  const print = "@layer blocks{@media print{.a{color:#000}}}";
  expect(splitLateRules(`${print}${print}@layer blocks{.b{margin:0}}`)).toEqual({
    early: "@layer blocks{.b{margin:0}}",
    late: print + print,
  });
});

test("one within another condition stays, and so does what is for screens", () => {
  const css = "@layer parts{@supports (a:b){@media print{.a{margin:0}}}@media (width<40rem){.b{margin:0}}}";
  expect(splitLateRules(css)).toEqual({ early: css, late: "" });
});

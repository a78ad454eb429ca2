import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { blocks } from "../blocks";
import { articleComponents } from "../mdx/components";
import { fixture } from "./site";

const schemaFile = new URL("../../../schemas/content.schema.json", import.meta.url);

test("the fixture fits the schema of Content", () => {
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
  const check = ajv.compile(JSON.parse(readFileSync(schemaFile, "utf8")));
  check(fixture.content);
  expect(check.errors ?? []).toEqual([]);
});

test("the fixture shows every kind of block", () => {
  const shown = new Set(fixture.content.pages.flatMap((page) => page.blocks.map((block) => block.kind)));
  expect(Object.keys(blocks).filter((kind) => !shown.has(kind as keyof typeof blocks))).toEqual([]);
});

test("the fixture's articles use every component", () => {
  const bodies = JSON.stringify(fixture.content.articles.map(({ body }) => body));
  const unused = Object.keys(articleComponents).filter((name) => !bodies.includes(`"name":"${name}"`));
  expect(unused).toEqual([]);
});

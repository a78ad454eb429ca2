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

test("/everything and /questions-to-ask show every kind of block between them", () => {
  const routes = new Set(["/everything", "/questions-to-ask"]);
  const blocksOfPages = fixture.content.pages
    .filter(({ route }) => routes.has(route))
    .flatMap(({ blocks }) => blocks);
  expect(new Set(blocksOfPages.map(({ kind }) => kind))).toEqual(new Set(Object.keys(blocks)));
});

test("/blog/every-component uses every component", () => {
  const { body } = fixture.content.articles.find(({ slug }) => slug === "every-component") ?? {};
  const used = JSON.stringify(body);
  expect(Object.keys(articleComponents).filter((name) => !used.includes(`"name":"${name}"`))).toEqual([]);
});

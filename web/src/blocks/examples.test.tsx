import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { renderPart, textOf } from "../testing/site";
import { BlockOnPage } from ".";
import { examples } from "./examples";
import { namedExamples } from "./named_examples";

const schemaFile = new URL("../../../schemas/content.schema.json", import.meta.url);
const schema = JSON.parse(readFileSync(schemaFile, "utf8"));
const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
const fits = ajv.compile({ $ref: "#/$defs/Block", $defs: schema.$defs });

describe.each(Object.entries(examples))("%s", (kind, block) => {
  test.each(Object.entries(namedExamples(block)))(
    "its example %s fits the schema and is shown",
    (name, example) => {
      fits(example);
      expect(fits.errors ?? []).toEqual([]);
      expect(example.kind).toBe(kind);
      const html = renderPart(<BlockOnPage block={example} />);
      if (name !== "empty") expect(textOf(html)).not.toBe("");
    },
  );

  test("its example `long` has longer texts, and `many` no fewer items", () => {
    const { usual, long, many } = namedExamples(block);
    expect(usual).toBe(block);
    expect(JSON.stringify(long).length).toBeGreaterThan(JSON.stringify(block).length);
    expect(JSON.stringify(many).length).toBeGreaterThanOrEqual(JSON.stringify(block).length);
  });
});

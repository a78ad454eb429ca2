import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { renderPart, textOf } from "../testing/site";
import { BlockOnPage } from ".";
import { examples } from "./examples";

const schemaFile = new URL("../../../schemas/content.schema.json", import.meta.url);
const schema = JSON.parse(readFileSync(schemaFile, "utf8"));
const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
const fits = ajv.compile({ $ref: "#/$defs/Block", $defs: schema.$defs });

test.each(Object.entries(examples))("the example of %s fits the schema and is shown", (kind, block) => {
  fits(block);
  expect(fits.errors ?? []).toEqual([]);
  expect(block.kind).toBe(kind);
  expect(textOf(renderPart(<BlockOnPage block={block} />))).not.toBe("");
});

// `npm run types` generates the types of the compiled content from the schema of Content.

import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";

const schema = new URL("../../schemas/content.schema.json", import.meta.url);
/** The committed file; types.test.ts compares it with the schema. */
export const typesFile = fileURLToPath(new URL("../src/content_types.ts", import.meta.url));

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(typesFile, await contentTypes());

/** Returns the text of the file, formatted. */
export async function contentTypes() {
  const content = JSON.parse(await readFile(schema, "utf8"), refsStandAlone);
  const types = await compile(content, "Content", {
    bannerComment: "// `npm run types` makes this file from schemas/content.schema.json.",
    additionalProperties: false,
    format: false,
    ignoreMinAndMaxItems: true,
  });
  /** @type {[string, string[]][]} */
  const components = Object.entries(content.$defs.ComponentName["x-attributes"]);
  const attributesOf = components.map(
    ([name, attributes]) => `  ${name}: ${attributes.map((it) => JSON.stringify(it)).join(" | ")};\n`,
  );
  return formatted(
    `${types}\n/** What an article writes in the tag of each component. */\nexport interface AttributesOf {\n${attributesOf.join("")}}\n`,
  );
}

/** @param {string} code */
function formatted(code) {
  const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");
  const arguments_ = [biome, "check", "--write", `--stdin-file-path=${typesFile}`];
  const { stdout, stderr, status } = spawnSync(process.execPath, arguments_, {
    input: code,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`expected Biome to format the types, found:\n${stderr}`);
  return stdout;
}

/**
 * The generator follows older drafts, which allow nothing next to a `$ref`. This schema may have
 * properties (a tag) and a description there.
 * @param {string} _key
 * @param {unknown} value
 */
function refsStandAlone(_key, value) {
  if (typeof value !== "object" || value === null || !("$ref" in value)) return value;
  const { $ref, ...beside } = value;
  return "properties" in beside ? { allOf: [{ $ref }, beside] } : { ...beside, allOf: [{ $ref }] };
}

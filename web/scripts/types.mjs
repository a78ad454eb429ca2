// `npm run types`: the types of the compiled content, made from the schema of Content. `npm run typecheck` begins with it.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";

const schema = fileURLToPath(new URL("../../schemas/content.schema.json", import.meta.url));
const folder = fileURLToPath(new URL("../.cache", import.meta.url));

const content = JSON.parse(await readFile(schema, "utf8"), refsStandAlone);
const types = await compile(content, "Content", {
  bannerComment: "// Made by `npm run types` from schemas/content.schema.json.",
  additionalProperties: false,
  ignoreMinAndMaxItems: true,
});
/** @type {[string, string[]][]} */
const components = Object.entries(content.$defs.ComponentName["x-attributes"]);
const attributesOf = components.map(
  ([name, attributes]) => `  ${name}: ${attributes.map((it) => JSON.stringify(it)).join(" | ")};\n`,
);
await mkdir(folder, { recursive: true });
await writeFile(
  `${folder}/content.ts`,
  `${types}/** What an article writes in the tag of each component. */\nexport interface AttributesOf {\n${attributesOf.join("")}}\n`,
);

/**
 * The generator follows drafts in which nothing may stand beside a `$ref`; ours may have properties
 * (a tag) and a description there.
 * @param {string} _key
 * @param {unknown} value
 */
function refsStandAlone(_key, value) {
  if (typeof value !== "object" || value === null || !("$ref" in value)) return value;
  const { $ref, ...beside } = value;
  return "properties" in beside ? { allOf: [{ $ref }, beside] } : { ...beside, allOf: [{ $ref }] };
}

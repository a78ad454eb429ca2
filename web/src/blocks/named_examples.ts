// The named examples of a kind of block, made of the example in its folder and the schema of blocks. The gallery, the browser
// tests, the checks of accessibility and the screenshots share them.

import schema from "../../../schemas/content.schema.json" with { type: "json" };
import type { Block } from "../content";

/**
 * - `usual`: the example of the block's folder
 * - `empty`: without everything that an editor may leave out
 * - `long`: with long words and sentences
 * - `many`: with four times as many items in each list
 */
export type ExampleName = "usual" | "empty" | "long" | "many";

interface Schema {
  $ref?: string;
  oneOf?: Schema[];
  anyOf?: Schema[];
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
}

export function namedExamples(block: Block): Record<ExampleName, Block> {
  const as = (change: Change) => vary(block, { $ref: "#/$defs/Block" }, change, "") as Block;
  return { usual: block, empty: as(empty), long: as(long), many: as(many) };
}

/** Returns the replacement of a named value; undefined leaves the change to its parts. */
type Change = (value: unknown, schema: Schema, name: string) => unknown;

const empty: Change = (value, schema) => {
  if (alternatives(schema).some(({ type }) => type === "null" || type?.includes("null"))) return null;
  return Array.isArray(value) && !schema.minItems && !isProse(schema) ? [] : undefined;
};

/** The names of texts that people don't read. */
const codes = [
  "href",
  "id",
  "illustration",
  "kind",
  "link",
  "links",
  "placeholder",
  "schedule",
  "src",
  "type",
];

const long: Change = (value, { const: only, enum: words }, name) => {
  const isText = typeof value === "string" && /[a-z]/i.test(value) && !codes.includes(name);
  if (!isText || only !== undefined || words) return undefined;
  return `${value} and ${value.toLowerCase()}, without end: Rindfleischetikettierung, ${value.toLowerCase()}`;
};

const many: Change = (value, schema) => {
  if (!Array.isArray(value) || isProse(schema)) return undefined;
  const items = [1, 2, 3, 4].flatMap((time) => value.map((item) => withId(item, time)));
  return items.slice(0, schema.maxItems);
};

/** Applies `change` to a value or, if that returns undefined, to its parts. */
function vary(value: unknown, schema: Schema, change: Change, name: string): unknown {
  const own = resolve(schema, value);
  const changed = change(value, own.anyOf ? schema : own, name);
  if (changed !== undefined) return changed;
  if (Array.isArray(value)) return value.map((item) => vary(item, own.items ?? {}, change, name));
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value);
  return Object.fromEntries(
    parts.map(([name, part]) => [name, vary(part, own.properties?.[name] ?? {}, change, name)]),
  );
}

/** The alternative of a schema that a value follows. */
function resolve(schema: Schema, value: unknown): Schema {
  const { kind, type } = (value ?? {}) as Record<string, unknown>;
  const found = alternatives(schema).find(({ properties = {} }) =>
    [properties.kind, properties.type].some(
      (tag) => tag?.const !== undefined && [kind, type].includes(tag.const),
    ),
  );
  return found ?? alternatives(schema).find(({ type }) => type !== "null") ?? {};
}

function alternatives(schema: Schema): Schema[] {
  const { $ref, oneOf, anyOf } = schema;
  const definitions = schema$defs as Record<string, Schema>;
  if ($ref) return alternatives(definitions[$ref.replace("#/$defs/", "")] ?? {});
  return (oneOf ?? anyOf)?.flatMap(alternatives) ?? [schema];
}

const { $defs: schema$defs } = schema;

/** Returns true for the paragraphs and words of rich text. */
function isProse({ items }: Schema): boolean {
  return ["#/$defs/Node", "#/$defs/Inline"].includes(items?.$ref ?? "");
}

/** A copy of an item, with its own id. */
function withId(item: unknown, time: number): unknown {
  if (typeof item !== "object" || item === null || !("id" in item) || typeof item.id !== "string")
    return item;
  return { ...item, id: time === 1 ? item.id : `${item.id}-${time}` };
}

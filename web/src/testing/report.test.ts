import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";

const root = new URL("../../../", import.meta.url);
const schema = readFileSync(new URL("schemas/check.schema.json", root), "utf8");
const fits = new Ajv2020({ allErrors: true, strict: false, validateFormats: false }).compile(
  JSON.parse(schema),
);

/** What `cargo site check --format json` printed in the tests of site-cli. */
const snapshots = new URL("site-cli/tests/snapshots/", root);
const reports = readdirSync(snapshots).filter((name) => name.startsWith("cli__formats__json"));

test.each(reports)("%s fits the schema of reports", (name) => {
  const [, , report = ""] = readFileSync(new URL(name, snapshots), "utf8").split(/^---$/m);
  fits(JSON.parse(report));
  expect(fits.errors ?? []).toEqual([]);
});

test("there are reports, and another version doesn't fit", () => {
  expect(reports).toHaveLength(3);
  expect(fits({ version: 2 })).toBe(false);
});

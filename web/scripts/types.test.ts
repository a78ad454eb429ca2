import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { contentTypes, typesFile } from "./types.mjs";

test("the types of the content are those of its schema: `npm run types` writes them", async () => {
  expect(await readFile(typesFile, "utf8")).toBe(await contentTypes());
});

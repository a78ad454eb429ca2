import { expect, test } from "vitest";
import type { Node } from "../content";
import { paragraph } from "../testing/rich_text";
import { proseStyles } from "./styles";

const buckets: Node = { type: "component", name: "Buckets", attributes: [], children: [] };
const around = (child: Node): Node => ({
  type: "component",
  name: "Callout",
  attributes: [{ name: "title", value: "Around" }],
  children: [child],
});

test("only an article with buckets carries their styles, wherever they stand", () => {
  const plain = proseStyles([around(paragraph("Words"))]);
  expect(plain).toContain(".callout");
  for (const body of [[buckets], [around(buckets)]])
    expect(proseStyles(body).length).toBeGreaterThan(plain.length);
});

import { expect, test } from "vitest";
import type { ComponentName, Node } from "../content";
import { paragraph } from "../testing/rich_text";
import { componentsIn } from "./styles";

const component = (name: ComponentName, ...children: Node[]): Node => ({
  type: "component",
  name,
  attributes: [],
  children,
});

test("a component is found wherever it stands, so that its styles are sent, and no other is", () => {
  const inside = component("Callout", paragraph("Words"), component("Buckets"));
  expect(componentsIn([paragraph("Words"), inside])).toEqual(new Set(["Callout", "Buckets"]));
  expect(componentsIn([paragraph("Words"), component("Callout")])).toEqual(new Set(["Callout"]));
});

// The styles of rich text in articles.

import bucketAxis from "../blocks/buckets/bucket_axis.css?inline";
import type { ComponentName, Node } from "../content";
import shared from "./mdx.css?inline";

/** The components with a sheet of their own, which only articles that use them carry. */
const ownStyles: Partial<Record<ComponentName, string>> = { Buckets: bucketAxis };

/** The styles of an article's components. */
export function proseStyles(body: Node[]): string {
  const used = componentsIn(body);
  let styles = shared;
  for (const [name, css] of Object.entries(ownStyles)) {
    if (used.has(name)) styles += css;
  }
  return styles;
}

/** The names of the components in a text, those within others among them. */
export function componentsIn(nodes: Node[]): Set<string> {
  const names = new Set<string>();
  for (const node of nodes) {
    if (node.type !== "component") continue;
    names.add(node.name);
    for (const name of componentsIn(node.children)) names.add(name);
  }
  return names;
}

// The rules of a sheet that no first paint needs: those for paper, for colors that the reader has chosen, and for what is
// pointed at.

import postcss, { type ChildNode } from "postcss";

/** A sheet without its late rules, and those alone. */
interface Split {
  early: string;
  late: string;
}

/** What was split: a site has few sheets, and many pages with each. */
const known = new Map<string, Split>();

/**
 * Takes the late rules out of the layers of a sheet, and the layers that have no others. One within a condition of another
 * kind stays where it is.
 */
export function splitLateRules(css: string): Split {
  const split = known.get(css) ?? splitSheet(css);
  known.set(css, split);
  return split;
}

function splitSheet(css: string): Split {
  const early = postcss.parse(css);
  const late = postcss.root();
  for (const layer of [...early.nodes]) {
    if (layer.type !== "atrule" || layer.name !== "layer" || !layer.nodes) continue;
    const rules = layer.nodes.filter(isLate);
    if (rules.length > 0) late.append(layer.clone({ nodes: [] }).append(rules));
    if (rules.length > 0 && layer.nodes.length === 0) layer.remove();
  }
  return { early: early.toString(), late: late.toString() };
}

/** Tells whether a rule is for paper or forced colors, or has a single selector that hovers. */
function isLate(node: ChildNode): boolean {
  if (node.type === "atrule")
    return node.name === "media" && /^(print|\(forced-colors: ?active\))$/.test(node.params);
  return node.type === "rule" && node.selector.includes(":hover") && !node.selector.includes(",");
}

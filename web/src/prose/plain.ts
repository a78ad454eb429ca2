// The words of rich text without its marks, for structured data.

import type { Inline, Node } from "../content";

export function plainText(nodes: Node[]): string {
  return nodes.map(nodeText).filter(Boolean).join("\n");
}

function nodeText(node: Node): string {
  switch (node.type) {
    case "paragraph":
    case "heading":
      return lineText(node.children);
    case "list":
      return node.items.map((item) => plainText(item.children)).join("\n");
    case "quote":
    case "component":
      return plainText(node.children);
    case "table":
      return [node.header, ...node.rows.map((row) => row.cells)]
        .map((cells) => cells.map((cell) => lineText(cell.children)).join(" "))
        .join("\n");
    case "code_block":
      return node.text;
    case "divider":
      return "";
  }
}

export function lineText(parts: Inline[]): string {
  return parts
    .map((part) => {
      if (part.type === "line_break") return " ";
      if (part.type === "image") return part.image.alt;
      return "text" in part ? part.text : lineText(part.children);
    })
    .join("");
}

// Writes the tree of rich text by hand, for examples and tests.

import type { Inline, Node } from "../content";

export function text(words: string): Inline {
  return { type: "text", text: words };
}

export function strong(...parts: (Inline | string)[]): Inline {
  return { type: "strong", children: parts.map(inline) };
}

export function emphasis(...parts: (Inline | string)[]): Inline {
  return { type: "emphasis", children: parts.map(inline) };
}

/** A link to a page of this site. */
export function link(href: string, words: string): Inline {
  return { type: "link", link: { kind: "page", href }, children: [text(words)] };
}

export function paragraph(...parts: (Inline | string)[]): Node {
  return { type: "paragraph", children: parts.map(inline) };
}

export function list(...items: string[]): Node {
  return { type: "list", ordered: false, items: items.map((item) => ({ children: [paragraph(item)] })) };
}

function inline(part: Inline | string): Inline {
  return typeof part === "string" ? text(part) : part;
}

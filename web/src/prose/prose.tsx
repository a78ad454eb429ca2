// Renders rich text, of pages and of articles: the typed tree that the Rust side makes of Markdown, with the components
// that <MDXProvider> supplies. What it has no component for is the HTML element of that name, as in MDX.

import { useMDXComponents } from "@mdx-js/react";
import type { MDXComponents } from "mdx/types";
import type { ElementType, JSX, ReactNode } from "react";
import type { Inline, Node } from "../content";
import { lineText } from "./plain";

export function Prose({ nodes }: { nodes: Node[] }) {
  return blocks(nodes, useMDXComponents());
}

type Map = MDXComponents;
type Tag = keyof Map & keyof JSX.IntrinsicElements;

function element(map: Map, tag: Tag, key: number, children?: ReactNode[], attributes?: object): ReactNode {
  const View: ElementType = map[tag] ?? tag;
  return (
    <View key={key} {...attributes}>
      {children}
    </View>
  );
}

function blocks(nodes: Node[], map: Map): ReactNode[] {
  return nodes.map((node, at) => block(node, at, map));
}

function block(node: Node, key: number, map: Map): ReactNode {
  switch (node.type) {
    case "paragraph":
      return element(map, "p", key, line(node.children, map));
    case "heading": {
      // The words of a heading lead to it, so that its address can be taken; not where they already lead elsewhere.
      const words = line(node.children, map);
      const link = { href: `#${node.id}`, className: "heading-link" };
      const content = hasLink(node.children) ? words : [element(map, "a", 0, words, link)];
      return element(map, `h${node.level}` as "h2", key, content, { id: node.id });
    }
    case "list": {
      const items = node.items.map(({ children }, at) => element(map, "li", at, itemContent(children, map)));
      return element(map, node.ordered ? "ol" : "ul", key, items);
    }
    case "quote":
      return element(map, "blockquote", key, blocks(node.children, map));
    case "table": {
      const columns = node.alignments.map((written, at) =>
        written === "auto" && isOfFigures(node.rows, at) ? "end" : written,
      );
      const row = (cells: Cell[], tag: Tag, at: number) =>
        element(
          map,
          "tr",
          at,
          cells.map(({ children }, column) => {
            const named = [isFigure(children) && "figure", classOf[columns[column] ?? "auto"]];
            const className = named.filter(Boolean).join(" ") || undefined;
            return element(map, tag, column, line(children, map), { className });
          }),
        );
      const body = node.rows.map(({ cells }, at) => row(cells, "td", at));
      return element(map, "table", key, [
        element(map, "thead", 0, [row(node.header, "th", 0)]),
        body.length > 0 && element(map, "tbody", 1, body),
      ]);
    }
    case "code_block":
      return element(map, "pre", key, [element(map, "code", 0, [node.text])]);
    case "divider":
      return element(map, "hr", key);
    case "component": {
      const View = map[node.name];
      if (typeof View !== "function")
        throw new Error(`expected a component <${node.name}>, found none in <MDXProvider>`);
      const attributes = node.attributes.map(({ name, value }) => [name, value]);
      return (
        <View key={key} {...Object.fromEntries(attributes)}>
          {blocks(node.children, map)}
        </View>
      );
    }
  }
}

type Table = Extract<Node, { type: "table" }>;
type Cell = Table["header"][0];

const classOf = { auto: "", start: "", center: "align-center", end: "align-end" };

/** A figure stays on one line: a browser would break it behind its minus sign. */
function isFigure(parts: Inline[]): boolean {
  return /^[−+]?\$?[\d.,]+\s?%?$/.test(lineText(parts));
}

/** Whether most of a column is figures, which are compared by their last digits. The first column names the rows. */
function isOfFigures(rows: Table["rows"], column: number): boolean {
  const figures = rows.filter(({ cells }) => isFigure(cells[column]?.children ?? []));
  return column > 0 && 2 * figures.length > rows.length;
}

function hasLink(parts: Inline[]): boolean {
  return parts.some((part) => part.type === "link" || ("children" in part && hasLink(part.children)));
}

/** An item of one paragraph has none of the paragraph's margins. */
function itemContent(nodes: Node[], map: Map): ReactNode[] {
  const [first, ...others] = nodes;
  return first?.type === "paragraph" && others.length === 0 ? line(first.children, map) : blocks(nodes, map);
}

function line(parts: Inline[], map: Map): ReactNode[] {
  return parts.map((part, at) => inline(part, at, map));
}

function inline(part: Inline, key: number, map: Map): ReactNode {
  switch (part.type) {
    case "text":
      return part.text;
    case "strong":
      return element(map, "strong", key, line(part.children, map));
    case "emphasis":
      return element(map, "em", key, line(part.children, map));
    case "code":
      return element(map, "code", key, [part.text]);
    case "link":
      return element(map, "a", key, line(part.children, map), { href: part.link.href });
    case "image":
      return element(map, "img", key, undefined, { src: part.image.src, alt: part.image.alt });
    case "line_break":
      return element(map, "br", key);
  }
}

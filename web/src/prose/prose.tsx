// Renders the rich text of pages and articles: the typed tree that the Rust side makes from Markdown, with components
// from <MDXProvider>. If it doesn't supply a component, the HTML element of that name is used, as in MDX.

import { useMDXComponents } from "@mdx-js/react";
import type { ComponentProps, ElementType, JSX, ReactNode } from "react";
import { contentClass, type Inline, type Node } from "../content";
import { unbroken } from "../parts/unbroken";
import { lineText } from "./plain";

export function Prose({ nodes }: { nodes: Node[] }) {
  return blocks(nodes);
}

type Tag = keyof JSX.IntrinsicElements;

/** The component supplied under an element's name, or the element itself. */
function Element<T extends Tag>({ as, ...props }: { as: T } & ComponentProps<T>) {
  const View: ElementType = useMDXComponents()[as] ?? as;
  return <View {...props} />;
}

/** A component that an article names. */
function Component({ node }: { node: Extract<Node, { type: "component" }> }) {
  const View = useMDXComponents()[node.name];
  if (typeof View !== "function")
    throw new Error(`expected a component <${node.name}>, found none in <MDXProvider>`);
  const attributes = Object.fromEntries(node.attributes.map(({ name, value }) => [name, value]));
  return <View {...attributes}>{blocks(node.children)}</View>;
}

function blocks(nodes: Node[]): ReactNode[] {
  return nodes.map(block);
}

function block(node: Node, key: number): ReactNode {
  switch (node.type) {
    case "paragraph":
      return (
        <Element as="p" key={key}>
          {line(node.children)}
        </Element>
      );
    case "heading":
      return heading(node, key);
    case "list":
      return (
        <Element as={node.ordered ? "ol" : "ul"} key={key}>
          {node.items.map(({ children }, at) => (
            <Element as="li" key={at}>
              {itemContent(children)}
            </Element>
          ))}
        </Element>
      );
    case "quote":
      return (
        <Element as="blockquote" key={key}>
          {blocks(node.children)}
        </Element>
      );
    case "table":
      return table(node, key);
    case "code_block":
      return (
        <Element as="pre" key={key}>
          <Element as="code">{node.text}</Element>
        </Element>
      );
    case "divider":
      return <Element as="hr" key={key} />;
    case "component":
      return <Component key={key} node={node} />;
  }
}

/** A heading that links to itself, so that visitors can copy its address, unless its text already has a link. */
function heading({ id, level, children }: Extract<Node, { type: "heading" }>, key: number): ReactNode {
  const words = line(children);
  return (
    <Element as={`h${level}` as Tag} key={key} id={id} className={contentClass}>
      {hasLink(children) ? (
        words
      ) : (
        <Element as="a" href={`#${id}`} className="heading-link">
          {words}
        </Element>
      )}
    </Element>
  );
}

function table({ header, rows, alignments }: Table, key: number): ReactNode {
  const columns = alignments.map((written, at) =>
    written === "auto" && isOfFigures(rows, at) ? "end" : written,
  );
  const headings = header.map(({ children }) => lineText(children)).filter(Boolean);
  return (
    <Element as="table" key={key} aria-label={headings.join(", ")}>
      <Element as="thead">{row("th", header, columns, 0)}</Element>
      {rows.length > 0 && (
        <Element as="tbody">{rows.map(({ cells }, at) => row("td", cells, columns, at))}</Element>
      )}
    </Element>
  );
}

function row(as: "th" | "td", cells: Cell[], columns: Table["alignments"], key: number): ReactNode {
  return (
    <Element as="tr" key={key}>
      {cells.map(({ children }, at) => {
        const classes = [
          isFigure(children) && "figure",
          isTime(children) && "unbroken",
          classOf[columns[at] ?? "auto"],
        ];
        return (
          <Element as={as} key={at} className={classes.filter(Boolean).join(" ") || undefined}>
            {line(children)}
          </Element>
        );
      })}
    </Element>
  );
}

type Table = Extract<Node, { type: "table" }>;
type Cell = Table["header"][0];

const classOf = { auto: "", start: "", center: "align-center", end: "align-end" };

/** Tells whether a cell is a figure, which stays on one line: browsers would break after its minus sign. */
function isFigure(parts: Inline[]): boolean {
  return /^[−+]?\$?[\d.,]+\s?%?$/.test(lineText(parts));
}

/** Tells whether a cell is a day or a duration ("July 16", "three years"). It stays on one line: its column is narrow. */
function isTime(parts: Inline[]): boolean {
  return /^([A-Z][a-z]{2,8} \d{1,2}(, \d{4})?|[A-Za-z\d]{1,6} (day|week|month|year)s?)$/.test(
    lineText(parts),
  );
}

/** Tells whether most of a column is figures, which are compared by their last digits. The first column names the rows. */
function isOfFigures(rows: Table["rows"], column: number): boolean {
  const figures = rows.filter(({ cells }) => isFigure(cells[column]?.children ?? []));
  return column > 0 && 2 * figures.length > rows.length;
}

function hasLink(parts: Inline[]): boolean {
  return parts.some((part) => part.type === "link" || ("children" in part && hasLink(part.children)));
}

/** Renders the content of a list item: a single paragraph doesn't get a paragraph's margins. */
function itemContent(nodes: Node[]): ReactNode[] {
  const [first, ...others] = nodes;
  return first?.type === "paragraph" && others.length === 0 ? line(first.children) : blocks(nodes);
}

function line(parts: Inline[]): ReactNode[] {
  return parts.map(inline);
}

function inline(part: Inline, key: number): ReactNode {
  switch (part.type) {
    case "text":
      return unbroken(part.text);
    case "strong":
    case "emphasis":
      return (
        <Element as={part.type === "strong" ? "strong" : "em"} key={key}>
          {line(part.children)}
        </Element>
      );
    case "code":
      return (
        <Element as="code" key={key}>
          {part.text}
        </Element>
      );
    case "link":
      return (
        <Element as="a" key={key} href={part.link.href}>
          {line(part.children)}
        </Element>
      );
    case "image":
      return <Element as="img" key={key} src={part.image.src} alt={part.image.alt} />;
    case "line_break":
      return <Element as="br" key={key} />;
  }
}

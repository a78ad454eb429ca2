// Renders rich text, of pages and of articles: the typed tree that the Rust side makes of Markdown, with the components
// that <MDXProvider> supplies. What it has no component for is the HTML element of that name, as in MDX.

import { useMDXComponents } from "@mdx-js/react";
import type { MDXComponents } from "mdx/types";
import type { ReactNode } from "react";
import type { Component, Inline, Node } from "../content";

export function Prose({ nodes }: { nodes: Node[] }) {
  return blocks(nodes, useMDXComponents());
}

function blocks(nodes: Node[], map: MDXComponents): ReactNode[] {
  return nodes.map((node, at) => block(node, at, map));
}

function block(node: Node, key: number, map: MDXComponents): ReactNode {
  switch (node.type) {
    case "paragraph": {
      const { p: Paragraph = "p" } = map;
      return <Paragraph key={key}>{line(node.children, map)}</Paragraph>;
    }
    case "heading":
      return heading(node, key, map);
    case "list": {
      const { ol: Ordered = "ol", ul: Unordered = "ul", li: Item = "li" } = map;
      const List = node.ordered ? Ordered : Unordered;
      return (
        <List key={key}>
          {node.items.map((item, at) => (
            <Item key={at}>{itemContent(item.children, map)}</Item>
          ))}
        </List>
      );
    }
    case "quote": {
      const { blockquote: Quote = "blockquote" } = map;
      return <Quote key={key}>{blocks(node.children, map)}</Quote>;
    }
    case "table":
      return table(node, key, map);
    case "code_block": {
      const { pre: Block = "pre", code: Code = "code" } = map;
      return (
        <Block key={key}>
          <Code>{node.text}</Code>
        </Block>
      );
    }
    case "divider": {
      const { hr: Divider = "hr" } = map;
      return <Divider key={key} />;
    }
    case "component":
      return component(node, key, map);
  }
}

/** The words of a heading lead to it, so that its address can be taken; not where they already lead elsewhere. */
function heading({ id, level, children }: NodeOf<"heading">, key: number, map: MDXComponents) {
  const name = `h${level}` as "h2";
  const { [name]: Heading = name, a: Link = "a" } = map;
  const words = line(children, map);
  return (
    <Heading key={key} id={id}>
      {hasLink(children) ? (
        words
      ) : (
        <Link href={`#${id}`} className="heading-link">
          {words}
        </Link>
      )}
    </Heading>
  );
}

function hasLink(parts: Inline[]): boolean {
  return parts.some((part) => part.type === "link" || ("children" in part && hasLink(part.children)));
}

/** An item of one paragraph stands without the paragraph's margins. */
function itemContent(nodes: Node[], map: MDXComponents): ReactNode[] {
  const [first, ...others] = nodes;
  return first?.type === "paragraph" && others.length === 0 ? line(first.children, map) : blocks(nodes, map);
}

function table({ header, rows }: NodeOf<"table">, key: number, map: MDXComponents) {
  const {
    table: Table = "table",
    thead: Head = "thead",
    tbody: Body = "tbody",
    tr: Row = "tr",
    th: Heading = "th",
    td: Cell = "td",
  } = map;
  return (
    <Table key={key}>
      <Head>
        <Row>
          {header.map(({ children }, at) => (
            <Heading key={at}>{line(children, map)}</Heading>
          ))}
        </Row>
      </Head>
      {rows.length > 0 && (
        <Body>
          {rows.map(({ cells }, at) => (
            <Row key={at}>
              {cells.map(({ children }, column) => (
                <Cell key={column}>{line(children, map)}</Cell>
              ))}
            </Row>
          ))}
        </Body>
      )}
    </Table>
  );
}

function component({ name, attributes, children }: Component, key: number, map: MDXComponents) {
  const View = map[name];
  if (typeof View !== "function")
    throw new Error(`expected a component <${name}>, found none in <MDXProvider>`);
  return (
    <View key={key} {...Object.fromEntries(attributes.map(({ name, value }) => [name, value]))}>
      {blocks(children, map)}
    </View>
  );
}

function line(parts: Inline[], map: MDXComponents): ReactNode[] {
  return parts.map((part, at) => inline(part, at, map));
}

function inline(part: Inline, key: number, map: MDXComponents): ReactNode {
  switch (part.type) {
    case "text":
      return part.text;
    case "strong": {
      const { strong: Strong = "strong" } = map;
      return <Strong key={key}>{line(part.children, map)}</Strong>;
    }
    case "emphasis": {
      const { em: Emphasis = "em" } = map;
      return <Emphasis key={key}>{line(part.children, map)}</Emphasis>;
    }
    case "code": {
      const { code: Code = "code" } = map;
      return <Code key={key}>{part.text}</Code>;
    }
    case "link": {
      const { a: Link = "a" } = map;
      return (
        <Link key={key} href={part.link.href}>
          {line(part.children, map)}
        </Link>
      );
    }
    case "image": {
      const { img: Image = "img" } = map;
      return <Image key={key} src={part.image.src} alt={part.image.alt} />;
    }
    case "line_break": {
      const { br: Break = "br" } = map;
      return <Break key={key} />;
    }
  }
}

type NodeOf<T extends Node["type"]> = Extract<Node, { type: T }>;

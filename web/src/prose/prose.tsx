// Renders rich text: the tree that the Rust side makes of Markdown.

import type { ComponentType } from "react";
import type { Cell, Component, Inline, Node } from "../content";
import { articleComponents } from "../mdx/components";
import { Anchor } from "../parts/anchor";
import { Figure } from "../parts/figure";
import { ColumnHead, WideTable } from "../parts/wide_table";
import { lineText } from "./plain";

export function Prose({ nodes }: { nodes: Node[] }) {
  return nodes.map((node, at) => <ProseNode key={at} node={node} />);
}

function ProseNode({ node }: { node: Node }) {
  switch (node.type) {
    case "paragraph":
      return (
        <p>
          <Line parts={node.children} />
        </p>
      );
    case "heading": {
      const Heading = `h${node.level}` as "h2";
      return (
        <Heading id={node.id}>
          <Line parts={node.children} />
        </Heading>
      );
    }
    case "list": {
      const List = node.ordered ? "ol" : "ul";
      return (
        <List>
          {node.items.map((item, at) => (
            <li key={at}>
              <ItemProse nodes={item.children} />
            </li>
          ))}
        </List>
      );
    }
    case "quote":
      return (
        <blockquote>
          <Prose nodes={node.children} />
        </blockquote>
      );
    case "table":
      return <Table header={node.header} rows={node.rows} />;
    case "code_block":
      return (
        <pre>
          <code>{node.text}</code>
        </pre>
      );
    case "divider":
      return <hr />;
    case "component":
      return <ProseComponent component={node} />;
  }
}

function ProseComponent({ component }: { component: Component }) {
  // Rust has checked that the attributes are those of the component.
  const View = articleComponents[component.name] as ComponentType<Record<string, unknown>>;
  const attributes = Object.fromEntries(component.attributes.map(({ name, value }) => [name, value]));
  return (
    <View {...attributes}>
      <Prose nodes={component.children} />
    </View>
  );
}

/** An item of one paragraph stands without the paragraph's margins. */
function ItemProse({ nodes }: { nodes: Node[] }) {
  const only = nodes.length === 1 ? nodes[0] : undefined;
  return only?.type === "paragraph" ? <Line parts={only.children} /> : <Prose nodes={nodes} />;
}

function Table({ header, rows }: { header: Cell[]; rows: { cells: Cell[] }[] }) {
  return (
    <WideTable headings={header.map(({ children }) => lineText(children))}>
      <thead>
        <tr>
          {header.map((cell, at) => (
            <ColumnHead key={at}>{cell.children.length > 0 && <Line parts={cell.children} />}</ColumnHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {row.cells.map((cell, column) => (
              <td key={column}>
                <Line parts={cell.children} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}

export function Line({ parts }: { parts: Inline[] }) {
  return parts.map((part, at) => <LinePart key={at} part={part} />);
}

function LinePart({ part }: { part: Inline }) {
  switch (part.type) {
    case "text":
      return part.text;
    case "strong":
      return (
        <strong>
          <Line parts={part.children} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <Line parts={part.children} />
        </em>
      );
    case "code":
      return <code>{part.text}</code>;
    case "link":
      return (
        <Anchor link={part.link}>
          <Line parts={part.children} />
        </Anchor>
      );
    case "image":
      return <Figure image={part.image} sizes="(min-width: 45rem) 42rem, 100vw" />;
    case "line_break":
      return <br />;
  }
}

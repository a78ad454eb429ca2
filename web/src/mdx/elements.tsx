// Elements of rich text that are shown in the site's own way.

import { Children, type ComponentProps, isValidElement, type ReactElement, type ReactNode } from "react";
import { Anchor, linkTo } from "../parts/anchor";
import { Figure } from "../parts/figure";
import { WideTable } from "../parts/wide_table";

export function ProseAnchor({ href = "", className, children }: ComponentProps<"a">) {
  return (
    <Anchor link={linkTo(href)} className={className}>
      {children}
    </Anchor>
  );
}

export function ProseTable({ children }: ComponentProps<"table">) {
  const [head] = elementsOf(children);
  const headings = elementsOf(head?.props.children).flatMap(({ props }) => elementsOf(props.children));
  return <WideTable headings={headings.map(textOf)}>{children}</WideTable>;
}

type Parent = ReactElement<{ children?: ReactNode }>;

function elementsOf(nodes: ReactNode): Parent[] {
  return Children.toArray(nodes).filter((node): node is Parent => isValidElement(node));
}

function textOf(node: ReactNode): string {
  if (typeof node === "string" || typeof node === "number") return String(node);
  return Children.toArray(isValidElement<Parent["props"]>(node) ? node.props.children : node)
    .map(textOf)
    .join("");
}

/** A file of content/images. */
export function ProseImage({ src = "", alt = "" }: ComponentProps<"img">) {
  return <Figure image={{ src, alt }} sizes="(min-width: 45rem) 42rem, 100vw" />;
}

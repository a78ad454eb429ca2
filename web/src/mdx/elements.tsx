// Elements of rich text that are shown in the site's own way.

import type { ComponentProps } from "react";
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

export function ProseTable({ "aria-label": headings = "", children }: ComponentProps<"table">) {
  return <WideTable headings={headings}>{children}</WideTable>;
}

/** A file of content/images. */
export function ProseImage({ src = "", alt = "" }: ComponentProps<"img">) {
  return <Figure image={{ src, alt }} sizes="(min-width: 45rem) 42rem, 100vw" />;
}

// Elements of Markdown that are shown in the site's own way.

import type { ComponentProps } from "react";
import { Anchor, linkTo } from "../parts/anchor";
import { Figure } from "../parts/figure";

export function ArticleAnchor({ href = "", children }: ComponentProps<"a">) {
  return <Anchor link={linkTo(href)}>{children}</Anchor>;
}

/** A table wider than the screen scrolls by itself. */
export function ArticleTable({ children }: ComponentProps<"table">) {
  return (
    <div className="table">
      <table>{children}</table>
    </div>
  );
}

/** A file of content/images. */
export function ArticleImage({ src = "", alt = "" }: ComponentProps<"img">) {
  return <Figure image={{ src, alt }} />;
}

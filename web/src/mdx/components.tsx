// The components of rich text: <MDXProvider components={mdxComponents}> supplies them to every page.

import type { MDXComponents } from "mdx/types";
import type { FunctionComponent } from "react";
import type { ComponentName } from "../content";
import { ColumnHead } from "../parts/wide_table";
import type { ArticleProps } from "./article_props";
import { Buckets } from "./buckets";
import { Callout } from "./callout";
import { Checklist } from "./checklist";
import { Disclaimer } from "./disclaimer";
import { ProseAnchor, ProseImage, ProseTable } from "./elements";
import { KeyFigure } from "./key_figure";
import { WorkedExample } from "./worked_example";

/** The components that articles may use: the closed list, one entry a component, exhaustive by type. */
export const articleComponents: { [N in ComponentName]: FunctionComponent<ArticleProps<N>> } = {
  Buckets,
  Callout,
  Checklist,
  Disclaimer,
  KeyFigure,
  WorkedExample,
};

export const mdxComponents: MDXComponents = {
  ...articleComponents,
  a: ProseAnchor,
  img: ProseImage,
  table: ProseTable,
  th: ColumnHead,
};

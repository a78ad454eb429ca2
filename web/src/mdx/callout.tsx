import { useStyles } from "../site/styles";
import type { ArticleProps } from "./article_props";
import css from "./mdx.css?inline";

/** A boxed remark outside the main text. */
export function Callout({ title, children }: ArticleProps<"Callout">) {
  useStyles(css);
  return (
    <aside className="callout" aria-label={title}>
      <p className="callout-title">{title}</p>
      {children}
    </aside>
  );
}

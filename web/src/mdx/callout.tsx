import type { ArticleProps } from "./article_props";

/** A boxed remark beside the line of thought. */
export function Callout({ title, children }: ArticleProps<"Callout">) {
  return (
    <aside className="callout" aria-label={title}>
      <p className="callout-title">{title}</p>
      {children}
    </aside>
  );
}

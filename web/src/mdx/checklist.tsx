import { useStyles } from "../site/styles";
import type { ArticleProps } from "./article_props";
import css from "./mdx.css?inline";

/** A list to work through. */
export function Checklist({ title, children }: ArticleProps<"Checklist">) {
  useStyles(css);
  return (
    <div className="checklist">
      <p className="checklist-title">{title}</p>
      {children}
    </div>
  );
}

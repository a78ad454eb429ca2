import { useStyles } from "../site/styles";
import type { ArticleProps } from "./article_props";
import css from "./mdx.css?inline";

/** One figure in large type with its meaning. */
export function KeyFigure({ value, label }: ArticleProps<"KeyFigure">) {
  useStyles(css);
  return (
    <p className="key-figure">
      <strong>{value}</strong> <span>{label}</span>
    </p>
  );
}

import type { ArticleProps } from "./article_props";

/** One figure in large type with what it means. */
export function KeyFigure({ value, label }: ArticleProps<"KeyFigure">) {
  return (
    <p className="key-figure">
      <strong>{value}</strong> <span>{label}</span>
    </p>
  );
}

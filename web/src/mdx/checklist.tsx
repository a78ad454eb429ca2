import type { ArticleProps } from "./article_props";

/** A list to work through. */
export function Checklist({ title, children }: ArticleProps<"Checklist">) {
  return (
    <div className="checklist">
      <p className="checklist-title">{title}</p>
      {children}
    </div>
  );
}

import { useSite } from "../site/context";

/** The way back to the list of articles. */
export function BackLink() {
  return (
    <a href="/blog" className="back-link">
      {useSite().content.site.articles.back_label}
    </a>
  );
}

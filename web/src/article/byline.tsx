import type { ReactNode } from "react";
import type { Article } from "../content";

const longDate = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** The author, the date and the reading time of an article. The style sets dots between them, and none at an edge. */
export function Byline({ article, author }: { article: Article; author?: ReactNode }) {
  const { published } = article.matter;
  return (
    <p className="byline">
      {author && (
        <span>
          {"By "}
          {author}
        </span>
      )}{" "}
      {/* A date as readers know it: 2025-07-23 is July 23, 2025. */}
      {published && <time dateTime={published}>{longDate.format(new Date(`${published}T00:00:00Z`))}</time>}{" "}
      <span className="reading-time">{`${article.minutes} min read`}</span>
    </p>
  );
}

import type { ReactNode } from "react";
import type { Article } from "../content";
import { LongDate } from "../parts/long_date";
import { useSite } from "../site/context";
import { useStyles } from "../site/styles";
import css from "./byline.css?inline";

/** The author, the date and the reading time of an article. The styles put dots between them, but not at an edge. */
export function Byline({ article, author }: { article: Article; author?: ReactNode }) {
  useStyles(css);
  const { labels } = useSite().content.site;
  const { published } = article.matter;
  return (
    <p className="byline">
      {author && (
        <span>
          {`${labels.author} `}
          {author}
        </span>
      )}{" "}
      {published && <LongDate moment={published} />}{" "}
      <span className="reading-time">{`${article.minutes} ${labels.minutes}`}</span>
    </p>
  );
}

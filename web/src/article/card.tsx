import type { Article } from "../content";
import { DraftMark } from "../parts/draft_mark";
import { Figure } from "../parts/figure";
import { useStyles } from "../site/styles";
import { Byline } from "./byline";
import css from "./card.css?inline";

interface ArticleCardProps {
  article: Article;
  /** Leaves the excerpt out. */
  brief?: boolean;
}

/** An article in the list of articles. */
export function ArticleCard({ article, brief = false }: ArticleCardProps) {
  useStyles(css);
  const { matter, route } = article;
  return (
    <li className={brief ? "article-card brief-card" : "article-card"} data-category={matter.category}>
      <div className="card-picture screen-only">
        <Figure
          image={{ src: matter.hero.src, alt: "" }}
          sizes="(min-width: 65rem) 23rem, (min-width: 43rem) 50vw, 5rem"
          className="card-drawing"
        />
      </div>
      <div className="card-category">
        {matter.draft && <DraftMark />}
        <p className="eyebrow">{matter.category}</p>
      </div>
      <h3>
        <a href={route}>{matter.title}</a>
      </h3>
      {!brief && <p className="excerpt">{matter.excerpt}</p>}
      <Byline article={article} />
    </li>
  );
}

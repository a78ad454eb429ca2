import type { Article } from "../content";
import { Figure } from "../parts/figure";
import { useSite } from "../site/context";
import { authorOf } from "../site/lookups";
import { BackLink } from "./back_link";
import { Byline } from "./byline";

/** The title on a plaque that rises into the picture: what the picture shows never comes between the letters. */
export function ArticleHero({ article }: { article: Article }) {
  const { content } = useSite();
  const { matter } = article;
  return (
    <header className="article-hero night">
      <Figure image={matter.hero} sizes="100vw" className="article-picture" first />
      <div className="plaque">
        <BackLink />
        {matter.badge && <p className="eyebrow">{matter.category}</p>}
        <h1>{matter.title}</h1>
        <Byline article={article} author={authorOf(content, article)} />
      </div>
    </header>
  );
}

import type { Article } from "../content";
import { useSite } from "../site/context";
import { articleNamed } from "../site/lookups";
import { BackLink } from "./back_link";
import { ArticleCard } from "./card";

/** The articles to read with this one, and the way to all others. */
export function Related({ article }: { article: Article }) {
  const { content } = useSite();
  const related = article.related.map((slug) => articleNamed(content, slug));
  return (
    <div className="related">
      <div className="wrap">
        {related.length > 0 && (
          <section>
            <h2>{content.site.articles.related_heading}</h2>
            <ul className="articles">
              {related.map((each) => (
                <ArticleCard key={each.slug} article={each} />
              ))}
            </ul>
          </section>
        )}
        <BackLink />
      </div>
    </div>
  );
}

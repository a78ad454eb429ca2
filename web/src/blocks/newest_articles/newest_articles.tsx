import { ArticleCard } from "../../article/card";
import { useSite } from "../../site/context";
import { listedArticles } from "../../site/lookups";
import { type BlockProps, BlockSection } from "../block";

/** The first articles of the list, as many as fit in one row. */
export function NewestArticles({ block }: BlockProps<"newest_articles">) {
  const articles = listedArticles(useSite().content);
  return (
    <BlockSection block={block} look="side-heading">
      <ul className="articles">
        {articles.slice(0, 3).map((article) => (
          <ArticleCard key={article.slug} article={article} brief />
        ))}
      </ul>
    </BlockSection>
  );
}

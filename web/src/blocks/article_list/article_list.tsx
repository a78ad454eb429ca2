import { ArticleCard } from "../../article/card";
import { categories } from "../../content";
import { Island } from "../../islands/island";
import { useSite } from "../../site/context";
import { listedArticles } from "../../site/lookups";
import { type BlockProps, BlockSection } from "../block";
import { ArticleFilter } from "./article_filter/article_filter";

export function ArticleList({ block }: BlockProps<"article_list">) {
  const articles = listedArticles(useSite().content);
  return (
    <BlockSection block={block}>
      <Island name="article_filter" trigger="load" props={{}}>
        <ArticleFilter block={block} categories={categories} count={articles.length} />
      </Island>
      <ul className="articles" data-articles="">
        {articles.map((article) => (
          <ArticleCard key={article.slug} article={article} />
        ))}
      </ul>
    </BlockSection>
  );
}

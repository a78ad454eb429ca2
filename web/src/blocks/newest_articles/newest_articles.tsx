import { ArticleCard } from "../../article/card";
import card from "../../article/card.css?inline";
import thirds from "../../parts/thirds.css?inline";
import { useSite } from "../../site/context";
import { listedArticles } from "../../site/lookups";
import { type BlockProps, BlockSection, type BlockView } from "../block";
import css from "./newest_articles.css?inline";

/** The first articles of the list, as many as stand in one row. */
function NewestArticles({ block }: BlockProps<"newest_articles">) {
  const articles = listedArticles(useSite().content);
  return (
    <BlockSection block={block} look="thirds">
      <ul className="articles">
        {articles.slice(0, 3).map((article) => (
          <ArticleCard key={article.slug} article={article} brief />
        ))}
      </ul>
    </BlockSection>
  );
}

export const newestArticles: BlockView<"newest_articles"> = {
  render: NewestArticles,
  css: [thirds, card, css],
};

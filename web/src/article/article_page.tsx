import type { Article } from "../content";
import { Prose } from "../prose/prose";
import { useSite } from "../site/context";
import { useStyles } from "../site/styles";
import css from "./article.css?inline";
import { AuthorLine } from "./author";
import { ArticleHero } from "./hero";
import { Neighbors } from "./neighbors";
import { References } from "./references";
import { Related } from "./related";
import { TableOfContents } from "./table_of_contents";

/** Written here because the CSS compiler doesn't know the selector and would warn about it. */
const currentSection =
  "@layer blocks{.article .contents a:target-current{border-color:var(--accent);color:var(--ink)}}";

export function ArticlePage({ article }: { article: Article }) {
  useStyles(css, currentSection);
  return (
    <>
      <article className="article">
        <ArticleHero article={article} />
        <div className="wrap article-main">
          <TableOfContents article={article} />
          <div className="article-body prose">
            <Prose nodes={article.body} />
          </div>
          <AuthorLine article={article} />
          <References article={article} />
          <CallToAction article={article} />
        </div>
      </article>
      <Neighbors article={article} />
      <Related article={article} />
    </>
  );
}

function CallToAction({ article }: { article: Article }) {
  const { articles } = useSite().content.site;
  const { heading, body, label } = article.matter.call_to_action ?? articles.call_to_action;
  return (
    <section className="article-panel article-close dark-ground">
      <h2>{heading}</h2>
      <p>{body}</p>
      <p className="actions">
        <a href="/schedule" className="button">
          {label}
        </a>
      </p>
    </section>
  );
}

import type { ReactNode } from "react";
import type { Article } from "../content";
import { Anchor, external } from "../parts/anchor";
import { Figure } from "../parts/figure";
import { useSite } from "../site/context";
import { authorOf } from "../site/lookups";
import { readableDate, readingTime } from "./byline";

/** One article; `children` is its body. */
export function ArticlePage({ article, children }: { article: Article; children: ReactNode }) {
  const { articles } = useSite().content.site;
  return (
    <article className="article">
      <ArticleHero article={article} />
      <div className="wrap article-body prose">{children}</div>
      <References article={article} />
      <CallToAction article={article} />
      <p className="wrap">
        <a href="/blog" className="back-link">
          {articles.back_label}
        </a>
      </p>
    </article>
  );
}

function ArticleHero({ article }: { article: Article }) {
  const { content } = useSite();
  const { matter, minutes } = article;
  return (
    <header className="article-hero">
      <Figure image={matter.hero} className="article-picture" first />
      <div className="wrap">
        <a href="/blog" className="back-link">
          {content.site.articles.back_label}
        </a>
        {matter.badge && <p className="eyebrow">{matter.category}</p>}
        <h1>{matter.title}</h1>
        <p className="byline">
          {`By ${authorOf(content, article)}`}
          {matter.published && (
            <>
              {" · "}
              <time dateTime={matter.published}>{readableDate(matter.published)}</time>
            </>
          )}
          {` · ${readingTime(minutes)}`}
        </p>
      </div>
    </header>
  );
}

function References({ article }: { article: Article }) {
  const { references } = article.matter;
  const { references_heading } = useSite().content.site.articles;
  if (references.length === 0) return null;
  return (
    <section className="wrap references" aria-labelledby="article-references">
      <h2 id="article-references">{references_heading}</h2>
      <ol>
        {references.map(({ title, publisher, url }) => (
          <li key={url}>
            {`${publisher}, `}
            <Anchor link={external(url)}>{title}</Anchor>
          </li>
        ))}
      </ol>
    </section>
  );
}

function CallToAction({ article }: { article: Article }) {
  const { articles } = useSite().content.site;
  const { heading, body, label } = article.matter.call_to_action ?? articles.call_to_action;
  return (
    <section className="wrap article-close" aria-labelledby="article-next-step">
      <h2 id="article-next-step">{heading}</h2>
      <p>{body}</p>
      <p className="actions">
        <a href="/schedule" className="button">
          {label}
        </a>
      </p>
    </section>
  );
}

import type { Article } from "../content";
import { Anchor, external } from "../parts/anchor";
import { Figure } from "../parts/figure";
import { Prose } from "../prose/prose";
import { useSite } from "../site/context";
import { articleNamed } from "../site/lookups";
import { useStyles } from "../site/styles";
import css from "./article.css?inline";
import { AuthorLine, AuthorName } from "./author";
import { Byline } from "./byline";
import { ArticleCard } from "./card";

/** Written here because the CSS compiler doesn't know the selector and would warn about it. */
const currentSection = ".article .contents a:target-current{border-color:var(--accent);color:var(--ink)}";

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
    <section className="article-panel article-close dark-ground screen-only">
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

/** The whole picture, and the title on a panel that begins where the picture ends: neither covers the other. */
function ArticleHero({ article }: { article: Article }) {
  const { matter } = article;
  return (
    <header className="article-hero dark-ground">
      <Figure image={matter.hero} sizes="100vw" className="article-picture screen-only" first />
      <div className="article-panel">
        <div className="article-origin">
          <BackLink />
          {matter.badge && <p className="eyebrow">{matter.category}</p>}
        </div>
        {/* The span's boxes are its lines: src/page/after_paint.ts detects lines that break differently in the faces. */}
        <h1>
          <span>{matter.title}</span>
        </h1>
        <Byline article={article} author={<AuthorName article={article} />} />
      </div>
    </header>
  );
}

/** An article with at least this many sections has a table of contents. */
export const SEVERAL = 4;

/** The sections of an article that has several: folded above the text, or next to it if there is room. */
function TableOfContents({ article }: { article: Article }) {
  const { contents_heading } = useSite().content.site.articles;
  const sections = article.headings.filter(({ level }) => level === 2);
  if (sections.length < SEVERAL) return null;
  return (
    <nav className="contents screen-only" aria-label={contents_heading}>
      <p className="eyebrow contents-heading" aria-hidden="true">
        {contents_heading}
      </p>
      <details>
        <summary>{contents_heading}</summary>
        <ol>
          {sections.map(({ id, text }) => (
            <li key={id}>
              <a href={`#${id}`}>{text}</a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}

/** The authorities that an article leans on. */
function References({ article }: { article: Article }) {
  const { references } = article.matter;
  const { references_heading } = useSite().content.site.articles;
  if (references.length === 0) return null;
  return (
    <section className="references">
      <h2>{references_heading}</h2>
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

/** The articles listed before and after this one. */
function Neighbors({ article }: { article: Article }) {
  const { neighbors_label, previous_label, next_label } = useSite().content.site.articles;
  const { previous, next } = article;
  if (!previous && !next) return null;
  return (
    <nav className="wrap neighbors screen-only" aria-label={neighbors_label}>
      {previous && <Neighbor slug={previous} rel="prev" label={previous_label} />}
      {next && <Neighbor slug={next} rel="next" label={next_label} />}
    </nav>
  );
}

interface NeighborProps {
  slug: string;
  rel: "prev" | "next";
  label: string;
}

function Neighbor({ slug, rel, label }: NeighborProps) {
  const { route, matter } = articleNamed(useSite().content, slug);
  return (
    <a href={route} rel={rel}>
      <span className="eyebrow">{label}</span> <span className="neighbor-title">{matter.title}</span>
    </a>
  );
}

/** The articles to read with this one, and the way to all others. */
function Related({ article }: { article: Article }) {
  const { content } = useSite();
  const related = article.related.map((slug) => articleNamed(content, slug));
  return (
    <div className="related screen-only">
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

/** The way back to the list of articles. */
function BackLink() {
  return (
    <a href="/blog" className="back-link screen-only">
      {useSite().content.site.articles.back_label}
    </a>
  );
}

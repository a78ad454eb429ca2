import type { Article } from "../content";
import { Figure } from "../parts/figure";
import { AuthorName } from "./author";
import { BackLink } from "./back_link";
import { Byline } from "./byline";

/** The whole picture, and the title on a panel that begins where the picture ends: neither covers the other. */
export function ArticleHero({ article }: { article: Article }) {
  const { matter } = article;
  return (
    <header className="article-hero dark-ground">
      <Figure image={matter.hero} sizes="100vw" className="article-picture" first />
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

import type { Article } from "../content";
import { useSite } from "../site/context";

/** An article with at least this many sections has a table of contents. */
export const SEVERAL = 4;

/** The sections of an article that has several: folded above the text, or next to it if there is room. */
export function TableOfContents({ article }: { article: Article }) {
  const { contents_heading } = useSite().content.site.articles;
  const sections = article.headings.filter(({ level }) => level === 2);
  if (sections.length < SEVERAL) return null;
  return (
    <nav className="contents" aria-label={contents_heading}>
      <p className="contents-heading" aria-hidden="true">
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

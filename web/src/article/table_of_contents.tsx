import type { Article } from "../content";
import { useSite } from "../site/context";

/** The shortest article that gets a table of contents. */
export const LONG = { minutes: 7, sections: 4 };

/** The sections of a long article: folded up above the text, or beside it where there is room. */
export function TableOfContents({ article }: { article: Article }) {
  const { contents_heading } = useSite().content.site.articles;
  const sections = article.headings.filter(({ level }) => level === 2);
  if (article.minutes < LONG.minutes || sections.length < LONG.sections) return null;
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

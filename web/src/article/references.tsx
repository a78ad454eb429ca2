import type { Article } from "../content";
import { Anchor, external } from "../parts/anchor";
import { useSite } from "../site/context";

/** The authorities that an article leans on. */
export function References({ article }: { article: Article }) {
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

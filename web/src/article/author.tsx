import type { Article } from "../content";
import { Figure } from "../parts/figure";
import { useSite } from "../site/context";
import { authorOf } from "../site/lookups";

/** The name of an article's author, linked to the page about the author. */
export function AuthorName({ article }: { article: Article }) {
  const { content } = useSite();
  return (
    <a href={content.site.articles.author_link.href} rel="author">
      {authorOf(content, article)}
    </a>
  );
}

/** An article's author in one line: a person's portrait, name and credentials, or the firm's name. */
export function AuthorLine({ article }: { article: Article }) {
  const { portrait, credentials } = useSite().content.site.founder;
  const isPerson = article.matter.author === "founder";
  return (
    <div className="author">
      {isPerson && <Figure image={portrait} sizes="3rem" />}
      <p>
        <AuthorName article={article} />
        {isPerson && `, ${credentials.join(", ")}`}
      </p>
    </div>
  );
}

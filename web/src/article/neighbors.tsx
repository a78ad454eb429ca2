import type { Article } from "../content";
import { useSite } from "../site/context";
import { articleNamed } from "../site/lookups";

/** The articles listed before and after this one. */
export function Neighbors({ article }: { article: Article }) {
  const { neighbors_label, previous_label, next_label } = useSite().content.site.articles;
  const { previous, next } = article;
  if (!previous && !next) return null;
  return (
    <nav className="wrap neighbors" aria-label={neighbors_label}>
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

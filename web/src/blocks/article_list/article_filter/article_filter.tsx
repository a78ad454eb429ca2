import type { BlockOf, Category } from "../../../content";
import { Anchor } from "../../../parts/anchor";
import { useSite } from "../../../site/context";
import { useStyles } from "../../../site/styles";
import css from "./article_filter.css?inline";

interface ArticleFilterProps {
  block: BlockOf<"article_list">;
  categories: Category[];
  /** The number of articles. */
  count: number;
}

/**
 * The chips, the count and the empty state. `mount` makes buttons of the chips; until then they are links to the
 * same choice, so that no click is lost.
 */
export function ArticleFilter({ block, categories, count }: ArticleFilterProps) {
  useStyles(css);
  const { labels } = useSite().content.site;
  return (
    <div className="article_filter screen-only">
      <div className="filter-choices">
        <fieldset className="needs-script">
          <legend className="visually-hidden">{block.filter_label}</legend>
          <Chip category="" label={block.all_label} />
          {categories.map((category) => (
            <Chip key={category} category={category} label={category} />
          ))}
        </fieldset>
        {block.index && (
          <Anchor link={block.index.href} className="filter-to-index">
            {block.index.label}
          </Anchor>
        )}
      </div>
      <div aria-live="polite">
        <h3
          className="filter-count"
          data-found={labels.articles_found}
          data-found-one={labels.article_found}
          data-unknown={block.unknown}
          hidden
        >
          {`${count} ${count === 1 ? labels.article_found : labels.articles_found}`}
        </h3>
        <p data-empty="" hidden>
          {`${block.empty} `}
          <button type="button" className="button button-quiet" data-reset="">
            {block.reset_label}
          </button>
        </p>
      </div>
    </div>
  );
}

function Chip({ category, label }: { category: string; label: string }) {
  const { route } = useSite();
  const query = category === "" ? "" : `?${new URLSearchParams({ category })}`;
  return (
    <a href={route + query} className="filter-chip" data-category={category}>
      {label}
    </a>
  );
}

import type { BlockOf, Category } from "../../content";

interface ArticleFilterProps {
  block: BlockOf<"article_list">;
  categories: Category[];
  /** How many articles there are. */
  count: number;
}

/** The chips, the count and the empty state. `mount` shows what applies; without it every article stands. */
export function ArticleFilter({ block, categories, count }: ArticleFilterProps) {
  return (
    <div className="filter needs-script">
      <fieldset>
        <legend className="visually-hidden">{block.filter_label}</legend>
        <Chip category="" label={block.all_label} pressed />
        {categories.map((category) => (
          <Chip key={category} category={category} label={category} />
        ))}
      </fieldset>
      <div aria-live="polite">
        <h3 className="found" data-found="" hidden>
          {`${count} articles found`}
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

function Chip({ category, label, pressed = false }: { category: string; label: string; pressed?: boolean }) {
  return (
    <button type="button" className="chip" data-category={category} aria-pressed={pressed}>
      {label}
    </button>
  );
}

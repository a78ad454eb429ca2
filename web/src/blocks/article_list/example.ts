import type { BlockOf } from "../../content";

export const example: BlockOf<"article_list"> = {
  kind: "article_list",
  id: null,
  heading: "All articles",
  filter_label: "Show articles on",
  all_label: "All",
  empty: "No articles found for this category.",
  reset_label: "Show all articles",
  unknown: "There is no such category: these are all articles.",
  index: { label: "By subject", href: { kind: "page", href: "/blog#subjects" } },
};

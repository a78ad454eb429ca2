import type { BlockOf } from "../../content";

export const example: BlockOf<"newest_articles"> = {
  kind: "newest_articles",
  id: null,
  heading: "Newest Articles",
  intro: null,
  actions: [{ label: "All articles", href: { kind: "page", href: "/blog" } }],
};

// Named things of the content. Rust has checked every name; a miss here means the two sides disagree.

import type { Article, Content, ExternalLink, FeeSchedule, ResolvedLink } from "../content";
import { useSite } from "./context";

export function externalLink(content: Content, name: string): ExternalLink {
  const { external } = content.site;
  return (
    external[name] ?? missing("external link", name, "[external] of content/site.toml", Object.keys(external))
  );
}

/** The link to another site under a name of content/site.toml. */
export function externalHref(content: Content, name: string): ResolvedLink {
  return { kind: "external", href: externalLink(content, name).href };
}

export function useSchedule(name: string): FeeSchedule {
  const { schedules } = useSite().content.fees;
  return schedules[name] ?? missing("fee schedule", name, "content/fees.toml", Object.keys(schedules));
}

export function authorOf(content: Content, article: Article): string {
  return article.matter.author === "founder" ? content.site.founder.name : content.site.firms.advisory.name;
}

export function articleNamed(content: Content, slug: string): Article {
  const found = content.articles.find((article) => article.slug === slug);
  const slugs = () => content.articles.map((article) => article.slug);
  return found ?? missing("article", slug, "content/articles", slugs());
}

/** Throws an error that lists the names there are. */
function missing(what: string, name: string, where: string, names: string[]): never {
  throw new Error(`no ${what} "${name}" in ${where}: expected one of ${names.join(", ")}`);
}

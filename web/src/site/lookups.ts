// Named things of the content. Rust has checked every name; a miss here means the two sides disagree.

import type { Article, Content, ExternalLink, FeeSchedule, ResolvedLink } from "../content";
import { useSite } from "./context";

export function externalLink(content: Content, name: string): ExternalLink {
  return named(content.site.external, name, "external link", "[external] of content/site.toml");
}

/** The link to another site under a name of content/site.toml. */
export function externalHref(content: Content, name: string): ResolvedLink {
  return { kind: "external", href: externalLink(content, name).href };
}

export function useSchedule(name: string): FeeSchedule {
  return named(useSite().content.fees.schedules, name, "fee schedule", "content/fees.toml");
}

export function authorOf(content: Content, article: Article): string {
  return article.matter.author === "founder" ? content.site.founder.name : content.site.firms.advisory.name;
}

export function articleNamed(content: Content, slug: string): Article {
  const all = articles.get(content) ?? Object.fromEntries(content.articles.map((each) => [each.slug, each]));
  articles.set(content, all);
  return named(all, slug, "article", "content/articles");
}

/** By slug; made once, however many articles ask for others. */
const articles = new WeakMap<Content, Record<string, Article>>();

function named<T>(all: Record<string, T>, name: string, what: string, where: string): T {
  const found = all[name];
  if (found === undefined) {
    throw new Error(`no ${what} "${name}" in ${where}: expected one of ${Object.keys(all).join(", ")}`);
  }
  return found;
}

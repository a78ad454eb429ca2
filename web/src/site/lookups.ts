// Named things of the content. Rust has checked every name; a miss here means the two sides disagree.

import type { Article, Content, ExternalLink, FeeSchedule, Page } from "../content";
import { useSite } from "./context";
import { withOffset } from "./moment";

export function externalLink(content: Content, name: string): ExternalLink {
  const { external } = content.site;
  return (
    external[name] ?? missing("external link", name, "[external] of content/site.toml", Object.keys(external))
  );
}

export function useSchedule(name: string): FeeSchedule {
  const { schedules } = useSite().content.fees;
  return schedules[name] ?? missing("fee schedule", name, "content/fees.toml", Object.keys(schedules));
}

export function authorOf(content: Content, article: Article): string {
  return article.matter.author === "founder" ? content.site.founder.name : content.site.firms.advisory.name;
}

/** When an article went online: a day, with its time and offset if scheduled; null if unknown. */
export function publishedAt({ site }: Content, { matter }: Article): string | null {
  return matter.starts ? withOffset(matter.starts, site.time_zone) : matter.published;
}

/** The articles that lists show: all except withdrawn articles. */
export function listedArticles(content: Content): Article[] {
  return content.articles.filter(({ matter }) => !matter.withdrawn);
}

export function articleNamed({ articles }: Content, slug: string): Article {
  const found = articles.find((article) => article.slug === slug);
  const slugs = () => articles.map((article) => article.slug);
  return found ?? missing("article", slug, "content/articles", slugs());
}

/** The page at a route; undefined if the route is unknown, or an article's. */
export function pageAt({ pages }: Content, route: string): Page | undefined {
  return pages.find((page) => page.route === route);
}

/** The title of the page or the article at an address; for another site, the address. */
export function titleAt(content: Content, href: string): string {
  const [route = ""] = href.split("#");
  const article = content.articles.find((article) => article.route === route);
  return pageAt(content, route)?.meta.title ?? article?.matter.title ?? href;
}

/** Throws an error that lists the existing names. */
function missing(what: string, name: string, where: string, names: string[]): never {
  throw new Error(`no ${what} "${name}" in ${where}: expected one of ${names.join(", ")}`);
}

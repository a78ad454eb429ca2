// What the document shell needs to know of a page: the same for pages and for articles.

import type { Article, Build, Image, Page } from "../content";
import { articleData, pageData, type StructuredData } from "./structured_data";

export interface PageRecord {
  route: string;
  title: string;
  description: string;
  keywords: string[];
  /** The address that search engines shall list. */
  canonical: string;
  noindex: boolean;
  type: "website" | "article";
  socialImage: Image;
  published: string | null;
  modified: string | null;
  newsletterPrompt: boolean;
  data: StructuredData[];
}

export function pageRecord({ content }: Build, page: Page): PageRecord {
  const { site } = content;
  const { meta, route } = page;
  return {
    route,
    title: `${meta.title} | ${site.name}`,
    description: meta.description,
    keywords: meta.keywords,
    canonical: meta.canonical ?? site.origin + route,
    noindex: meta.noindex,
    type: "website",
    socialImage: meta.social_image ?? site.social_image,
    published: null,
    modified: null,
    newsletterPrompt: meta.newsletter_prompt,
    data: pageData(content, page),
  };
}

export function articleRecord({ content }: Build, article: Article): PageRecord {
  const { site } = content;
  const { matter, route } = article;
  return {
    route,
    title: `${matter.title} | ${site.name}`,
    description: matter.excerpt,
    keywords: matter.keywords,
    canonical: site.origin + route,
    noindex: false,
    type: "article",
    socialImage: matter.social_image ?? matter.hero,
    published: matter.published,
    modified: matter.modified ?? matter.published,
    newsletterPrompt: false,
    data: articleData(content, article),
  };
}

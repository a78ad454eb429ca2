// The facts of a page that its document needs: the same for pages and for articles.

import type { Article, Content, Image, Page, Site, Withdrawn } from "../content";
import type { SocialCard } from "../site/assets";
import { publishedAt } from "../site/lookups";
import { articleData, pageData, type StructuredData } from "./structured_data";

export interface PageRecord {
  route: string;
  title: string;
  description: string;
  keywords: string[];
  /** The address that search engines must list. */
  canonical: string;
  noindex: boolean;
  type: "website" | "article";
  social: SocialCard;
  /** The social picture in words. */
  socialAlt: string;
  published: string | null;
  modified: string | null;
  newsletterPrompt: boolean;
  draft: boolean;
  withdrawn: Withdrawn | null;
  data: StructuredData[];
}

export function pageRecord(content: Content, page: Page): PageRecord {
  const { site } = content;
  const { meta, route } = page;
  const hero = page.blocks.find((block) => block.kind === "hero");
  return {
    route,
    title: `${meta.title} | ${site.name}`,
    description: meta.description,
    keywords: meta.keywords,
    canonical: meta.canonical ?? site.origin + route,
    noindex: meta.noindex || meta.withdrawn !== null,
    type: "website",
    ...social(site, {
      route,
      title: meta.title,
      eyebrow: eyebrow(hero?.eyebrow ?? null, meta.title) ?? place(site),
      drawing: hero?.image ?? site.social_image,
      own: meta.social_image,
    }),
    published: null,
    modified: null,
    newsletterPrompt: meta.newsletter_prompt,
    draft: meta.draft,
    withdrawn: meta.withdrawn,
    data: pageData(content, page),
  };
}

export function articleRecord(content: Content, article: Article): PageRecord {
  const { site } = content;
  const { matter, route } = article;
  const published = publishedAt(content, article);
  return {
    route,
    title: `${matter.title} | ${site.name}`,
    description: matter.excerpt,
    keywords: matter.keywords,
    canonical: site.origin + route,
    noindex: matter.withdrawn !== null,
    type: "article",
    ...social(site, {
      route,
      title: matter.title,
      eyebrow: matter.category,
      drawing: matter.hero,
      own: matter.social_image,
    }),
    published,
    modified: matter.modified ?? published,
    newsletterPrompt: false,
    draft: matter.draft,
    withdrawn: matter.withdrawn,
    data: articleData(content, article),
  };
}

type Social = Omit<SocialCard, "drawing" | "own"> & { drawing: Image; own: Image | null };

function social({ name }: Site, { own, drawing, ...words }: Social) {
  return {
    social: { ...words, drawing: drawing.src, own: own?.src ?? null },
    socialAlt: own?.alt ?? `“${words.title}”, ${name}. Picture: ${drawing.alt}`,
  };
}

/** Omits an eyebrow whose text the title repeats. */
function eyebrow(words: string | null, title: string): string | null {
  return words && title.toLowerCase().includes(words.toLowerCase()) ? null : words;
}

function place({ contact }: Site): string {
  return `${contact.address.city}, ${contact.address.region}`;
}

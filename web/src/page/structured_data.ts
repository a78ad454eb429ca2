// The JSON-LD data for search engines. The head, which knows the files, fills in the addresses of pictures.

import type { OpeningHoursSpecification, Organization, Thing, WithContext } from "schema-dts";
import type { Article, Content, LocalService, Page } from "../content";
import { plainText } from "../prose/plain";
import { authorOf, pageAt, publishedAt } from "../site/lookups";

/** The full addresses of a page's pictures. None is an SVG, which some programs don't read. */
export interface PictureAddresses {
  logo: string;
  social: string;
}

/** Makes the record once the addresses of pictures are known. */
export type StructuredData = (pictures: PictureAddresses) => WithContext<Thing>;

export function pageData(content: Content, page: Page): StructuredData[] {
  const { local_service } = page.meta;
  return [
    ...(page.route === "/"
      ? [business(content, "FinancialService"), business(content, "AccountingService")]
      : []),
    ...faqs(page),
    ...(local_service ? [service(content, local_service, page.route)] : []),
  ];
}

export function articleData(content: Content, article: Article): StructuredData[] {
  return [posting(content, article), breadcrumbs(content, article)];
}

function business(content: Content, type: "FinancialService" | "AccountingService"): StructuredData {
  const { site } = content;
  const firm = type === "FinancialService" ? site.firms.advisory : site.firms.tax;
  return (pictures) => ({
    "@context": "https://schema.org",
    "@type": type,
    "@id": `${site.origin}/#${type === "FinancialService" ? "advisory" : "tax"}`,
    name: firm.name,
    description: firm.description,
    url: `${site.origin}/`,
    logo: pictures.logo,
    image: pictures.social,
    telephone: site.contact.phone,
    email: site.contact.email,
    address: address(content),
    geo: {
      "@type": "GeoCoordinates",
      latitude: site.contact.address.latitude,
      longitude: site.contact.address.longitude,
    },
    openingHours: openingHours(content),
    ...(site.contact.closed.length > 0 && { specialOpeningHoursSpecification: closedDays(content) }),
    areaServed: site.service_areas,
    sameAs: site.footer.social.flatMap((name) => site.external[name]?.href ?? []),
  });
}

/** The opening hours of each day: Mo-Th 08:30-17:00. */
function openingHours({ site }: Content): string[] {
  return site.contact.hours.flatMap(({ days, hours }) =>
    hours.schema_org.map((stretch) => `${days.schema_org} ${stretch}`),
  );
}

/** The days soon when the office is closed: hours from midnight to midnight mean closed. */
function closedDays({ site }: Content): OpeningHoursSpecification[] {
  return site.contact.closed.map(({ starts, ends }) => ({
    "@type": "OpeningHoursSpecification",
    validFrom: starts,
    validThrough: ends,
    opens: "00:00",
    closes: "00:00",
  }));
}

function faqs(page: Page): StructuredData[] {
  const questions = page.blocks
    .filter((block) => block.kind === "faq")
    .flatMap((block) => block.categories)
    .flatMap((category) => category.questions);
  if (questions.length === 0) return [];
  return [
    () => ({
      "@context": "https://schema.org",
      "@type": "FAQPage",
      mainEntity: questions.map(({ question, answer }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: plainText(answer) },
      })),
    }),
  ];
}

function service(content: Content, local: LocalService, route: string): StructuredData {
  const { site } = content;
  return () => ({
    "@context": "https://schema.org",
    "@type": "Service",
    name: local.name,
    serviceType: local.service_type,
    areaServed: local.area_served,
    url: site.origin + route,
    provider: {
      "@type": local.provider_type,
      name: site.firms[local.firm].name,
      address: address(content),
      telephone: site.contact.phone,
      url: `${site.origin}/`,
    },
  });
}

function posting(content: Content, article: Article): StructuredData {
  const { site } = content;
  const { matter, route } = article;
  const url = site.origin + route;
  const published = publishedAt(content, article);
  return (pictures) => ({
    "@context": "https://schema.org",
    "@type": "BlogPosting",
    headline: matter.title,
    description: matter.excerpt,
    url,
    mainEntityOfPage: url,
    image: pictures.social,
    articleSection: matter.category,
    wordCount: article.words,
    ...(published && {
      datePublished: published,
      dateModified: matter.modified ?? published,
    }),
    author:
      matter.author === "founder"
        ? { "@type": "Person", name: authorOf(content, article), jobTitle: site.founder.job_title }
        : { "@type": "Organization", name: authorOf(content, article), url: `${site.origin}/` },
    publisher: publisher(content, pictures),
  });
}

function publisher(content: Content, pictures: PictureAddresses): Organization {
  const { site } = content;
  const { city, region, country } = site.contact.address;
  return {
    "@type": "Organization",
    name: site.firms.advisory.name,
    url: `${site.origin}/`,
    logo: { "@type": "ImageObject", url: pictures.logo },
    address: {
      "@type": "PostalAddress",
      addressLocality: city,
      addressRegion: region,
      addressCountry: country,
    },
  };
}

function breadcrumbs(content: Content, article: Article): StructuredData {
  const { site } = content;
  const crumbs = [
    ...["/", "/blog"].map((route) => ({ route, name: pageAt(content, route)?.meta.short_title ?? route })),
    { route: article.route, name: article.matter.title },
  ];
  return () => ({
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map(({ route, name }, at) => ({
      "@type": "ListItem",
      position: at + 1,
      name,
      item: site.origin + route,
    })),
  });
}

function address(content: Content) {
  const { street, city, region, postal_code, country } = content.site.contact.address;
  return {
    "@type": "PostalAddress",
    streetAddress: street,
    addressLocality: city,
    addressRegion: region,
    postalCode: postal_code,
    addressCountry: country,
  } as const;
}

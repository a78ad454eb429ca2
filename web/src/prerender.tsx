// Makes the HTML of every page. Built for Node by scripts/build.mjs, which writes what comes out.

import { MDXProvider } from "@mdx-js/react";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { ArticlePage } from "./article/article_page";
import { articleStyles } from "./article/styles";
import { BlockOnPage, blockStyles } from "./blocks";
import type { Article, Build, Page } from "./content";
import { mdxComponents } from "./mdx/components";
import mdxCss from "./mdx/mdx.css?inline";
import { Document } from "./page/document";
import { articleRecord, type PageRecord, pageRecord } from "./page/record";
import { sharedStyles } from "./page/styles";
import { withTints } from "./parts/tint";
import type { Assets, Raster } from "./site/assets";
import { SiteProvider } from "./site/context";

export interface PrerenderedPage {
  route: string;
  html: string;
}

export async function* prerender(build: Build, assets: Assets): AsyncGenerator<PrerenderedPage> {
  const { pages, articles } = build.content;
  const sources = [
    ...pages.map((page) => sourceOfPage(build, page)),
    ...articles.map((article) => sourceOfArticle(build, article)),
  ];
  // Asked for together, so that they are made side by side.
  const socials = await Promise.all(sources.map((source) => socialOf(source, assets)));
  for (const [at, source] of sources.entries()) {
    yield make(build, assets, source, socials[at] as Raster);
  }
}

/** The HTML of one page or article; none where nothing has the route. */
export async function prerenderOne(build: Build, assets: Assets, route: string): Promise<string | undefined> {
  const { pages, articles } = build.content;
  const page = pages.find((page) => page.route === route);
  const article = articles.find((article) => article.route === route);
  const source = page ? sourceOfPage(build, page) : article && sourceOfArticle(build, article);
  if (!source) return undefined;
  return make(build, assets, source, await socialOf(source, assets)).html;
}

/** What a page's document is made of. */
interface Source {
  record: PageRecord;
  parts(): Parts;
}

function sourceOfPage(build: Build, page: Page): Source {
  return { record: pageRecord(build, page), parts: () => partsOfPage(page) };
}

function sourceOfArticle(build: Build, article: Article): Source {
  return { record: articleRecord(build, article), parts: () => partsOfArticle(article) };
}

async function socialOf({ record }: Source, assets: Assets): Promise<Raster> {
  try {
    return await assets.socialPicture(record.social);
  } catch (error) {
    throw named(record.route, error);
  }
}

function make(build: Build, assets: Assets, { record, parts }: Source, social: Raster): PrerenderedPage {
  return render(build, assets, { record, social, ...parts() });
}

interface Parts {
  css: string;
  body: ReactNode;
}

function partsOfPage({ blocks }: Page): Parts {
  return {
    css: sharedStyles + blockStyles(blocks.map((block) => block.kind)),
    body: blocks.map((block, index) => <BlockOnPage key={index} block={block} index={index} />),
  };
}

function partsOfArticle(article: Article): Parts {
  return { css: sharedStyles + articleStyles + mdxCss, body: <ArticlePage article={article} /> };
}

interface PageDocument extends Parts {
  record: PageRecord;
  social: Raster;
}

function render(build: Build, assets: Assets, page: PageDocument): PrerenderedPage {
  const { route } = page.record;
  try {
    // Without React's own marks: islands are written so that they hydrate without them.
    const html = renderToStaticMarkup(
      <SiteProvider value={{ ...build, assets, route }}>
        <MDXProvider components={mdxComponents}>
          <Document record={page.record} social={page.social} css={page.css}>
            {page.body}
          </Document>
        </MDXProvider>
      </SiteProvider>,
    );
    return { route, html: `<!doctype html>${withTints(html)}\n` };
  } catch (error) {
    throw named(route, error);
  }
}

function named(route: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`${route}: ${reason}`, { cause: error });
}

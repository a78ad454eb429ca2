// Makes the HTML of every page. Built for Node by scripts/build.mjs, which writes what comes out.

import { MDXProvider } from "@mdx-js/react";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { ArticlePage } from "./article/article_page";
import { articleStyles } from "./article/styles";
import { BlocksOnPage, blockStyles } from "./blocks";
import type { Build } from "./content";
import { mdxComponents } from "./mdx/components";
import { proseStyles } from "./mdx/styles";
import { Document } from "./page/document";
import { splitLateRules } from "./page/late_rules";
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
  // The social pictures are asked for together, so that they are made side by side.
  const sources = sourcesOf(build).map(async (source) => ({
    source,
    social: await socialOf(source, assets),
  }));
  for (const { source, social } of await Promise.all(sources)) yield render(build, assets, source, social);
}

/** The HTML of one page or article; none where nothing has the route. */
export async function prerenderOne(build: Build, assets: Assets, route: string): Promise<string | undefined> {
  const source = sourcesOf(build).find(({ record }) => record.route === route);
  return source && render(build, assets, source, await socialOf(source, assets)).html;
}

/** The parts that a page's document is made of. */
interface Source {
  record: PageRecord;
  css: string;
  body: ReactNode;
}

function sourcesOf(build: Build): Source[] {
  const { pages, articles } = build.content;
  return [
    ...pages.map((page) => ({
      record: pageRecord(build, page),
      css: sharedStyles + blockStyles(page.blocks.map(({ kind }) => kind)),
      body: <BlocksOnPage blocks={page.blocks} />,
    })),
    ...articles.map((article) => ({
      record: articleRecord(build, article),
      css: sharedStyles + articleStyles + proseStyles(article.body),
      body: <ArticlePage article={article} />,
    })),
  ];
}

async function socialOf({ record }: Source, assets: Assets): Promise<Raster> {
  try {
    return await assets.socialPicture(record.social);
  } catch (error) {
    throw named(record.route, error);
  }
}

function render(
  build: Build,
  assets: Assets,
  { record, css, body }: Source,
  social: Raster,
): PrerenderedPage {
  const { route } = record;
  try {
    // Without React's own marks: islands are written so that they hydrate without them.
    const html = renderToStaticMarkup(
      <SiteProvider value={{ ...build, assets, route }}>
        <MDXProvider components={mdxComponents}>
          <Document record={record} social={social} css={splitLateRules(css).early}>
            {body}
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

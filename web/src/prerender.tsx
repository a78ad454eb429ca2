// Makes the HTML of every page. Built for Node by scripts/build.mjs, which writes what comes out.

import { MDXProvider } from "@mdx-js/react";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { ArticlePage } from "./article/article_page";
import { articleStyles } from "./article/styles";
import { BlocksOnPage, blockStyles } from "./blocks";
import type { Article, Build, Content, Page, Withdrawn } from "./content";
import { mdxComponents } from "./mdx/components";
import { proseStyles } from "./mdx/styles";
import { Document } from "./page/document";
import { splitLateRules } from "./page/late_rules";
import { articleRecord, type PageRecord, pageRecord } from "./page/record";
import { sharedStyles } from "./page/styles";
import { withTableStyles } from "./parts/table_styles";
import { withTints } from "./parts/tint";
import withdrawnStyles from "./parts/withdrawn.css?inline";
import type { Assets, Raster } from "./site/assets";
import { SiteProvider } from "./site/context";

export interface PrerenderedPage {
  route: string;
  html: string;
}

/** Renders the pages of an edition. */
export async function* prerender(build: Build, assets: Assets): AsyncGenerator<PrerenderedPage> {
  const { pages, articles } = build.content;
  const sources = [...pages, ...articles].map((source) => sourceOf(build.content, source));
  // All social pictures are requested before the first page is rendered, so that they are drawn in parallel.
  const pictures = await Promise.all(sources.map((source) => socialOf(source, assets)));
  for (const [at, source] of sources.entries()) yield render(build, assets, source, pictures[at] as Raster);
}

/** The HTML of one page or article; none where nothing has the route. */
export async function prerenderOne(build: Build, assets: Assets, route: string): Promise<string | undefined> {
  const { pages, articles } = build.content;
  const shown = [...pages, ...articles].find((each) => each.route === route);
  if (!shown) return undefined;
  const source = sourceOf(build.content, shown);
  return render(build, assets, source, await socialOf(source, assets)).html;
}

/** The parts that a page's document is made of. */
interface Source {
  record: PageRecord;
  css: string;
  body: ReactNode;
}

function sourceOf(content: Content, shown: Page | Article): Source {
  if ("blocks" in shown) {
    return {
      record: pageRecord(content, shown),
      css: sharedStyles + stylesOf(shown.meta) + blockStyles(shown.blocks),
      body: <BlocksOnPage blocks={shown.blocks} />,
    };
  }
  return {
    record: articleRecord(content, shown),
    css: sharedStyles + stylesOf(shown.matter) + articleStyles + proseStyles(shown.body),
    body: <ArticlePage article={shown} />,
  };
}

/** The styles of the banner, where there is one. */
function stylesOf({ withdrawn }: { withdrawn: Withdrawn | null }): string {
  return withdrawn ? withdrawnStyles : "";
}

async function socialOf({ record }: Source, assets: Assets): Promise<Raster> {
  try {
    return await assets.socialPicture(record.social);
  } catch (error) {
    throw named(record.route, error);
  }
}

function render(
  { year, content }: Build,
  assets: Assets,
  { record, css, body }: Source,
  social: Raster,
): PrerenderedPage {
  const { route } = record;
  try {
    // Without React's own marks: islands are written so that they hydrate without them.
    const html = renderToStaticMarkup(
      <SiteProvider value={{ year, content, assets, route }}>
        <MDXProvider components={mdxComponents}>
          <Document record={record} social={social} css={splitLateRules(css).early}>
            {body}
          </Document>
        </MDXProvider>
      </SiteProvider>,
    );
    return { route, html: `<!doctype html>${withTints(withTableStyles(html))}\n` };
  } catch (error) {
    throw named(route, error);
  }
}

function named(route: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`${route}: ${reason}`, { cause: error });
}

// Makes the HTML of every page. scripts/build.mjs builds it for Node and writes its output.

import { MDXProvider } from "@mdx-js/react";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { ArticlePage } from "./article/article_page";
import { BlocksOnPage } from "./blocks";
import type { Article, Build, Content, Page } from "./content";
import { mdxComponents } from "./mdx/components";
import { Document } from "./page/document";
import { articleRecord, type PageRecord, pageRecord } from "./page/record";
import type { Assets, Raster } from "./site/assets";
import { SiteProvider } from "./site/context";
import { joinStyles } from "./site/styles";

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

/** Returns the HTML of one page or article; `undefined` if nothing has the route. */
export async function prerenderOne(build: Build, assets: Assets, route: string): Promise<string | undefined> {
  const { pages, articles } = build.content;
  const found = [...pages, ...articles].find((each) => each.route === route);
  if (!found) return undefined;
  const source = sourceOf(build.content, found);
  return render(build, assets, source, await socialOf(source, assets)).html;
}

/** The parts that a page's document is made of. */
interface Source {
  record: PageRecord;
  main: ReactNode;
}

function sourceOf(content: Content, source: Page | Article): Source {
  if ("blocks" in source) {
    return { record: pageRecord(content, source), main: <BlocksOnPage blocks={source.blocks} /> };
  }
  return { record: articleRecord(content, source), main: <ArticlePage article={source} /> };
}

async function socialOf({ record }: Source, assets: Assets): Promise<Raster> {
  try {
    return await assets.socialPicture(record.social);
  } catch (error) {
    throw named(record.route, error);
  }
}

function render(build: Build, assets: Assets, { record, main }: Source, social: Raster): PrerenderedPage {
  const { route } = record;
  const styles = new Set<string>();
  const markup = () =>
    renderToStaticMarkup(
      <SiteProvider value={{ ...build, assets, styles, route }}>
        <MDXProvider components={mdxComponents}>
          <Document record={record} social={social} css={joinStyles(styles)}>
            {main}
          </Document>
        </MDXProvider>
      </SiteProvider>,
    );
  try {
    // The head comes before the components that name the styles in it: only the second rendering has them all. (React's
    // <style precedence> would put them before the title, which link previews might then miss.)
    markup();
    return { route, html: `<!doctype html>${markup()}\n` };
  } catch (error) {
    throw named(route, error);
  }
}

function named(route: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`${route}: ${reason}`, { cause: error });
}

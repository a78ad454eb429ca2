// Makes the HTML of every page. Built for Node by scripts/build.mjs, which writes what comes out.

import { MDXProvider } from "@mdx-js/react";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { ArticlePage } from "./article/article_page";
import { articleStyles } from "./article/styles";
import { BlocksOnPage, blockStyles } from "./blocks";
import type { Article, Build, Page, Withdrawn } from "./content";
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
import { Reads } from "./site/reads";

export interface PrerenderedPage {
  route: string;
  html: string;
}

/** A route as it was rendered last: what it showed, and what else its page has read. */
interface Rendered {
  shown: Page | Article;
  reads: Reads;
}

/** What was rendered of each route, in the editions before. */
export type RenderedBefore = Map<string, Rendered>;

/**
 * Renders the pages of an edition, without those that are known to be as they were rendered last; `before` is brought up
 * to date.
 */
export async function* prerender(
  build: Build,
  assets: Assets,
  before: RenderedBefore = new Map(),
): AsyncGenerator<PrerenderedPage> {
  const { pages, articles } = build.content;
  const sources: Source[] = [];
  for (const shown of [...pages, ...articles]) {
    const last = before.get(shown.route);
    if (last?.shown === shown && last.reads.isSameIn(build.content)) continue;
    const source = sourceOf(build, shown);
    before.set(shown.route, { shown, reads: source.reads });
    sources.push(source);
  }
  // The social pictures are asked for together, so that they are made side by side.
  const pictures = sources.map((source) => socialOf(source, assets));
  const made = await Promise.all(pictures);
  for (const [at, source] of sources.entries()) yield render(assets, source, made[at] as Raster);
}

/** The HTML of one page or article; none where nothing has the route. */
export async function prerenderOne(build: Build, assets: Assets, route: string): Promise<string | undefined> {
  const { pages, articles } = build.content;
  const shown = [...pages, ...articles].find((each) => each.route === route);
  if (!shown) return undefined;
  const source = sourceOf(build, shown);
  return render(assets, source, await socialOf(source, assets)).html;
}

/** The parts that a page's document is made of. */
interface Source {
  reads: Reads;
  record: PageRecord;
  css: string;
  body: ReactNode;
}

function sourceOf(build: Build, shown: Page | Article): Source {
  const reads = new Reads(build);
  if ("blocks" in shown) {
    return {
      reads,
      record: pageRecord(reads, shown),
      css: sharedStyles + stylesOf(shown.meta) + blockStyles(shown.blocks),
      body: <BlocksOnPage blocks={shown.blocks} />,
    };
  }
  return {
    reads,
    record: articleRecord(reads, shown),
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

function render(assets: Assets, { reads, record, css, body }: Source, social: Raster): PrerenderedPage {
  const { route } = record;
  try {
    // Without React's own marks: islands are written so that they hydrate without them.
    const html = renderToStaticMarkup(
      <SiteProvider value={{ year: reads.year, content: reads.content, reads, assets, route }}>
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

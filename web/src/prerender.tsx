// Makes the HTML of every page. Built for Node by scripts/build.mjs, which writes what comes out.

import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import articleCss from "./article/article.css?inline";
import { ArticlePage } from "./article/article_page";
import { BlockOnPage, blockStyles } from "./blocks";
import type { Article, Build, Page } from "./content";
import { sharedStyles } from "./design/styles";
import { compileArticle, mdxComponents } from "./mdx/compile";
import mdxCss from "./mdx/mdx.css?inline";
import { Document } from "./page/document";
import { articleRecord, type PageRecord, pageRecord } from "./page/record";
import type { Assets } from "./site/assets";
import { SiteProvider } from "./site/context";

export interface PrerenderedPage {
  route: string;
  html: string;
}

export async function* prerender(build: Build, assets: Assets): AsyncGenerator<PrerenderedPage> {
  const { pages, articles } = build.content;
  for (const page of pages) yield renderPage(build, assets, page);
  for (const article of articles) yield await renderArticle(build, assets, article);
}

function renderPage(build: Build, assets: Assets, page: Page): PrerenderedPage {
  const css = sharedStyles + blockStyles(page.blocks.map((block) => block.kind));
  const body = page.blocks.map((block, index) => <BlockOnPage key={index} block={block} index={index} />);
  return render(build, assets, pageRecord(build, page), css, body);
}

async function renderArticle(build: Build, assets: Assets, article: Article): Promise<PrerenderedPage> {
  const Body = await compileArticle(article);
  return render(
    build,
    assets,
    articleRecord(build, article),
    sharedStyles + articleCss + mdxCss,
    <ArticlePage article={article}>
      <Body components={mdxComponents} />
    </ArticlePage>,
  );
}

function render(
  build: Build,
  assets: Assets,
  record: PageRecord,
  css: string,
  body: ReactNode,
): PrerenderedPage {
  const { route } = record;
  try {
    // Without React's own marks: islands are written so that they hydrate without them.
    const html = renderToStaticMarkup(
      <SiteProvider value={{ ...build, assets, route }}>
        <Document record={record} css={css}>
          {body}
        </Document>
      </SiteProvider>,
    );
    return { route, html: `<!doctype html>${html}\n` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${route}: ${reason}`, { cause: error });
  }
}

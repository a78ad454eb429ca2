// The fixture, and a way to render a part of a page with it.

import { MDXProvider } from "@mdx-js/react";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createAssets } from "../../scripts/assets";
import { cacheDir, fixtureSite, readCompiled } from "../../scripts/compiled";
import type { Build } from "../content";
import { mdxComponents } from "../mdx/components";
import type { Assets } from "../site/assets";
import { type SiteData, SiteProvider } from "../site/context";

/** The tests' own site, site-schema/tests/content, compiled by `cargo site schemas`. */
export const fixture = readCompiled(fixtureSite.file);

/** The files as in `cargo site dev`; scripts are only names. */
export const assets = await openFixtureAssets();

async function openFixtureAssets(): Promise<Assets> {
  const scripts = { runtime: "/assets/runtime.js" };
  const { imagesDir } = fixtureSite;
  const opened = await createAssets("dev", { imagesDir, cacheDir, scripts: () => scripts });
  return opened.assetsOf(fixture.content.site);
}

/** HTML without the hashes in file addresses, which change with the files. */
export function withoutHashes(html: string): string {
  return html.replaceAll(/(\/assets\/[\w-]+)-[\w-]{8}\./g, "$1.");
}

/** The data that a page's components may use. */
export function siteOf(build: Build, route: string): SiteData {
  return { ...build, assets, styles: new Set(), route };
}

export function renderPart(part: ReactNode, route = "/everything"): string {
  return renderToStaticMarkup(
    <SiteProvider value={siteOf(fixture, route)}>
      <MDXProvider components={mdxComponents}>{part}</MDXProvider>
    </SiteProvider>,
  );
}

/** The readable text of HTML, without scripts and their data. */
export function textOf(html: string): string {
  return html
    .replace(/<script.*?<\/script>/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

export async function collect<T>(things: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const thing of things) all.push(thing);
  return all;
}

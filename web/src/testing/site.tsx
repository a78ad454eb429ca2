// The fixture, and a way to render a part of a page with it.

import { MDXProvider } from "@mdx-js/react";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { withEditions } from "../../scripts/editions.mjs";
import type { Build } from "../content";
import { mdxComponents } from "../mdx/components";
import type { Assets } from "../site/assets";
import { type SiteData, SiteProvider } from "../site/context";
import compiled from "./content.json";

/** The tests' own site, site-schema/tests/content, compiled by `cargo site schemas`. */
export const fixture = withEditions(compiled);

export const assets: Assets = {
  picture: (src) => ({
    url: `/assets/${src}`,
    width: 1600,
    height: 900,
    tint: "1b4d8f",
    srcSet: null,
    sources: [],
    inPage: null,
  }),
  socialPicture: async ({ route, own }) => ({
    url: `/assets/${own ?? `social${route.replaceAll("/", "-")}.png`}`,
    type: "image/png",
    width: 1200,
    height: 630,
  }),
  logo: { url: "/assets/logo.png", type: "image/png", width: 224, height: 224 },
  fonts: { display: "/assets/d.woff2", text: "/assets/t.woff2", textItalic: "/assets/i.woff2" },
  styleSheet: (name) => `/assets/${name}.css`,
  scripts: { runtime: "/assets/runtime.js" },
};

/** What a component of a page may ask for. */
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

/** The readable text of HTML, without what only scripts read. */
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

// Turns an article's MDX into a component, while pages are made and never in a browser.

import { evaluate } from "@mdx-js/mdx";
import type { MDXComponents, MDXContent } from "mdx/types";
import * as runtime from "react/jsx-runtime";
import remarkGfm from "remark-gfm";
import type { Article, Heading } from "../content";
import { ColumnHead } from "../parts/wide_table";
import { articleComponents } from "./components";
import { ArticleAnchor, ArticleImage, ArticleTable } from "./elements";

/** What an article's body is rendered with. */
export const mdxComponents = {
  ...articleComponents,
  a: ArticleAnchor,
  img: ArticleImage,
  table: ArticleTable,
  th: ColumnHead,
} as MDXComponents;

export async function compileArticle(article: Article): Promise<MDXContent> {
  try {
    const { default: Body } = await evaluate(article.mdx, {
      ...runtime,
      remarkPlugins: [remarkGfm],
      rehypePlugins: [[headingIds, article]],
    });
    return Body;
  } catch (error) {
    throw new Error(`${article.route}: its MDX does not compile: ${message(error)}`, { cause: error });
  }
}

interface HtmlNode {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: HtmlNode[];
}

/** Gives the headings the ids that Rust has decided, in order: links into an article were checked with them. */
function headingIds(article: Article) {
  return (tree: HtmlNode) => {
    const found = headingsIn(tree);
    const decided: Heading[] = article.headings;
    if (found.length !== decided.length) {
      throw new Error(`expected ${decided.length} headings, as in article.headings, found ${found.length}`);
    }
    for (const [at, heading] of decided.entries()) {
      const node = found[at];
      if (node) nameHeading(node, heading);
    }
  };
}

/** The words of a heading lead to it, so that its address can be taken; not where they already lead elsewhere. */
function nameHeading(node: HtmlNode, { id }: Heading) {
  node.properties = { ...node.properties, id };
  if (hasLink(node)) return;
  const properties = { href: `#${id}`, className: "heading-link" };
  node.children = [{ type: "element", tagName: "a", properties, children: node.children ?? [] }];
}

function hasLink(node: HtmlNode): boolean {
  return node.tagName === "a" || (node.children ?? []).some(hasLink);
}

function headingsIn(node: HtmlNode): HtmlNode[] {
  if (/^h[1-6]$/.test(node.tagName ?? "")) return [node];
  return (node.children ?? []).flatMap(headingsIn);
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

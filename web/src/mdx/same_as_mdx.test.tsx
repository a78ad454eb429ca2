// An article's file is MDX: if compiled as MDX, it has the same headings, words, links and components as the tree
// that the pages are made from. The test doesn't run any code in it.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { compile } from "@mdx-js/mdx";
import { MDXProvider } from "@mdx-js/react";
import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import { type ComponentProps, createElement, type FunctionComponent, type ReactNode } from "react";
import * as runtime from "react/jsx-runtime";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { chosenSite, fixtureSite, readCompiled } from "../../scripts/compiled";
import type { Article } from "../content";
import { Prose } from "../prose/prose";
import { fixture } from "../testing/site";
import { articleComponents } from "./components";

describe.each([
  ["the compiled content", dirname(chosenSite.imagesDir), readCompiled()],
  ["the tests' own site", dirname(fixtureSite.imagesDir), fixture],
])("%s", (_, folder, { content }) => {
  test.each(content.articles)("articles/$slug", async (article) => {
    await expectSame(readFileSync(join(folder, `articles/${article.slug}.mdx`), "utf8"), article);
  });
});

const source = "+++\n+++\nCall {phone} today.\n";
const body = (text: string) => [{ type: "paragraph", children: [{ type: "text", text }] }] as Article["body"];
const sample = (text: string) => ({ route: "/blog/sample", body: body(text) }) as Article;

test("a word that differs is found, and an expression is refused", async () => {
  await expectSame(source, sample("Call (918) 555-0142 today."));
  await expect(expectSame(source, sample("Call (918) 555-0142 tomorrow."))).rejects.toThrow(/expected/);
  await expect(expectSame(`${source}\n{1 + 1}\n`, sample("Call"))).rejects.toThrow(/found JavaScript/);
});

async function expectSame(file: string, { body, route }: Article) {
  const components = asWritten(route);
  const expected = lines(await readAsMdx(file, components));
  const found = lines(
    <MDXProvider components={components}>
      <Prose nodes={body} />
    </MDXProvider>,
  );
  const words = found.map(withoutUnbroken);
  expect(words.map((line, at) => (fits(line, expected[at]) ? expected[at] : line))).toEqual(expected);
}

/** A line without the elements that keep its numbers whole. */
function withoutUnbroken(line: string): string {
  return line.replaceAll(/<span class="unbroken">(.*?)<\/span>/g, "$1");
}

async function readAsMdx(file: string, components: Components): Promise<ReactNode> {
  const [, text = ""] = file.match(/^\+\+\+\n.*?^\+\+\+\n(.*)/ms) ?? [];
  let read: ReactNode;
  const keep = () => (tree: Parameters<typeof toJsxRuntime>[0]) => {
    read = toJsxRuntime(tree, { ...runtime, components, createEvaluater: () => byName(components) });
  };
  // Only Rust knows the text of a fact.
  const withBlanks = text.replace(/(?<!\\)\{([a-z0-9-]+)\}/g, "⟦$1⟧");
  await compile(withBlanks, { remarkPlugins: [tables], rehypePlugins: [keep] });
  return read;
}

/** Finds components, and refuses every other JavaScript. */
function byName(components: Components) {
  const refuse = () => {
    throw new Error("expected a component of the closed list, found JavaScript");
  };
  return {
    evaluateExpression: (node: { type: string; name?: string }) => components[node.name ?? ""] ?? refuse(),
    evaluateProgram: refuse,
  };
}

/** Adds tables, which plain Markdown doesn't have. */
function tables(this: { data(): object }) {
  const data: { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] } = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), gfmTable()];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), gfmTableFromMarkdown()];
}

/** Components that render the article as written, without the site's changes. */
function asWritten(route: string): Components {
  /** Leaves out attributes that only one side has. */
  const bare = (name: string): [string, FunctionComponent<Written>] => [
    name,
    ({ children }) => createElement(name, null, children),
  ];
  const tag = (name: string): [string, FunctionComponent<Written>] => [
    name,
    ({ children, ...attributes }) => createElement(`x-${name.toLowerCase()}`, attributes, children),
  ];
  // Markdown encodes an address, and Rust resolves it.
  const address = (written = "") =>
    /^(contact|external):/.test(written)
      ? `⟦${written}⟧`
      : new URL(written, `https://a.example${route}`).href;
  return {
    ...Object.fromEntries(["h1", "h2", "h3", "h4", "h5", "h6", "table", "th", "td", "code"].map(bare)),
    ...Object.fromEntries(Object.keys(articleComponents).map(tag)),
    a: ({ href, className, children }) =>
      className === "heading-link" ? children : <a href={address(href)}>{children}</a>,
    img: ({ src, alt }) => <img src={address(src)} alt={alt} />,
  };
}

type Components = Record<string, FunctionComponent<Written>>;

type Written = Pick<ComponentProps<"a">, "children" | "href" | "className"> &
  Pick<ComponentProps<"img">, "src" | "alt">;

/** HTML with one line per block and plain punctuation, without the invisible space between blocks. */
function lines(part: ReactNode): string[] {
  return renderToStaticMarkup(part)
    .replace(/[‘’]/g, "&#x27;")
    .replace(/[“”]/g, "&quot;")
    .replace(/[–−]/g, "-")
    .replace(/\s+/g, " ")
    .replace(/ ?(<\/?(?:p|h[1-6]|[uo]l|li|blockquote|pre|hr|br|table|t[a-z]+|x-[a-z]+)\b[^>]*>) ?/g, "\n$1\n")
    .replace(/(<li>)\s+<p>\n([^\n]*)\n<\/p>\s+(<\/li>)/g, "$1\n$2\n$3")
    .split(/\n+/);
}

/** Tells whether a line matches the expected one, with text instead of each blank. */
function fits(line: string, expected = ""): boolean {
  const pattern = expected.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&").replace(/⟦.*?⟧/g, "[^<>]+");
  return new RegExp(`^${pattern}$`).test(line);
}

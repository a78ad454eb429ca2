import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ComponentName, Inline, Node } from "../content";
import { paragraph, text } from "../testing/rich_text";
import { renderPart, textOf } from "../testing/site";
import { plainText } from "./plain";
import { Prose } from "./prose";

function component(name: ComponentName, attributes: Record<string, string>, ...children: Node[]): Node {
  const listed = Object.entries(attributes).map(([name, value]) => ({ name, value }));
  return { type: "component", name, attributes: listed, children };
}

function html(...nodes: Node[]): string {
  return renderPart(<Prose nodes={nodes} />);
}

test("marks nest", () => {
  const strong: Inline = { type: "strong", children: [{ type: "emphasis", children: [text("both")] }] };
  expect(html(paragraph(strong))).toBe("<p><strong><em>both</em></strong></p>");
});

test("text is never markup", () => {
  expect(html(paragraph(text("<b>1 & 2</b>")))).toBe("<p>&lt;b&gt;1 &amp; 2&lt;/b&gt;</p>");
});

test("an item of one paragraph has no paragraph inside", () => {
  const list: Node = {
    type: "list",
    ordered: false,
    items: [
      { children: [paragraph(text("one"))] },
      { children: [paragraph(text("a")), paragraph(text("b"))] },
    ],
  };
  expect(html(list)).toBe("<ul><li>one</li><li><p>a</p><p>b</p></li></ul>");
});

test("the words of a heading lead to it, unless they lead elsewhere", () => {
  const heading = (...children: Inline[]): Node => ({ type: "heading", id: "here", level: 2, children });
  expect(html(heading(text("Here")))).toBe(
    '<h2 id="here" class="content"><a href="#here" class="heading-link">Here</a></h2>',
  );
  const link: Inline = { type: "link", link: { kind: "page", href: "/fees" }, children: [text("fees")] };
  expect(html(heading(text("See "), { type: "emphasis", children: [link] }))).toBe(
    '<h2 id="here" class="content">See <em><a href="/fees">fees</a></em></h2>',
  );
});

test("a table scrolls, keeps figures on one line and in line, and is named after the heads of its columns", () => {
  const cell = (...children: Inline[]) => ({ children });
  const table: Extract<Node, { type: "table" }> = {
    type: "table",
    alignments: ["auto", "auto"],
    header: [cell(), cell({ type: "strong", children: [text("Rate")] })],
    rows: [{ cells: [cell(text("Bonds")), cell({ type: "strong", children: [text("−$2,900")] })] }],
  };
  expect(html(table)).toBe(
    '<div class="table" data-label="Table: Rate"><table>' +
      '<thead><tr><td></td><th scope="col" class="align-end"><strong>Rate</strong></th></tr></thead>' +
      '<tbody><tr><td>Bonds</td><td class="figure align-end"><strong>−$2,900</strong></td></tr></tbody></table></div>',
  );
  const days: typeof table = {
    ...table,
    rows: [
      { cells: [cell(text("February 1, 2027")), cell(text("July 16"))] },
      { cells: [cell(text("May 2027")), cell(text("Three years"))] },
    ],
  };
  expect(html(days)).toContain(
    '<tr><td class="unbroken">February 1, 2027</td><td class="unbroken">July 16</td></tr><tr><td>May 2027</td><td class="unbroken">Three years</td></tr>',
  );
  expect(html({ ...table, alignments: ["center", "start"] })).toContain(
    '<tr><td class="align-center">Bonds</td><td class="figure">',
  );
});

test("a component has its attributes and its text", () => {
  const callout = component("Callout", { title: "Mind this" }, paragraph(text("A remark.")));
  expect(html(callout)).toBe(
    '<aside class="callout" aria-label="Mind this"><p class="callout-title">Mind this</p><p>A remark.</p></aside>',
  );
});

test("a component that nobody supplies is an error that names it", () => {
  const callout = component("Callout", { title: "Mind this" });
  expect(() => renderToStaticMarkup(<Prose nodes={[callout]} />)).toThrow(/<Callout>/);
});

test("a worked example is computed from its schedule", () => {
  const example = component("WorkedExample", { schedule: "small", assets: "1500000" });
  expect(textOf(html(example))).toBe("Assets $1,500,000 Annual fee $17,500 Each quarter $4,375");
});

test("an unknown disclaimer is an error that lists the known ones", () => {
  expect(() => html(component("Disclaimer", { kind: "none" }))).toThrow(/expected one of illustrative/);
});

test("a link that leaves the site says so and opens a new tab", () => {
  const link = (kind: "page" | "external", href: string): Inline => ({
    type: "link",
    link: { kind, href },
    children: [text("there")],
  });
  const out = html(paragraph(link("external", "https://a.example.com/")));
  expect(out).toContain('target="_blank" rel="noopener"');
  expect(textOf(out)).toContain("(opens in a new tab)");
  expect(html(paragraph(link("page", "/fees")))).toBe('<p><a href="/fees">there</a></p>');
});

test("plain text keeps the words and drops the marks", () => {
  const link: Inline = { type: "link", link: { kind: "page", href: "/fees" }, children: [text("the fees")] };
  const list: Node = { type: "list", ordered: true, items: [{ children: [paragraph(text("one"))] }] };
  expect(plainText([paragraph(text("See "), link, { type: "line_break" }, text("now.")), list])).toBe(
    "See the fees now.\none",
  );
});

import { expect, test } from "vitest";
import type { Inline, Node } from "../content";
import { renderPart, textOf } from "../testing/site";
import { plainText } from "./plain";
import { Prose } from "./prose";

const text = (words: string): Inline => ({ type: "text", text: words });
const paragraph = (...children: Inline[]): Node => ({ type: "paragraph", children });

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

import { expect, test } from "vitest";
import type { Article } from "../content";
import { fixture, renderPart, textOf } from "../testing/site";
import { compileArticle, mdxComponents } from "./compile";

const [sample] = fixture.content.articles as [Article];

async function html(changes: Partial<Article>): Promise<string> {
  const Body = await compileArticle({ ...sample, ...changes });
  return renderPart(<Body components={mdxComponents} />);
}

test("headings carry the ids that Rust decided", async () => {
  const out = await html({});
  expect([...out.matchAll(/<h[1-6] id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
    "what-it-means",
    "a-closer-look",
  ]);
});

test("headings that Rust did not see are an error that names the article", async () => {
  await expect(html({ headings: [] })).rejects.toThrow(
    /\/blog\/every-component: .*expected 0 headings.* found 2/,
  );
});

test("a component outside the closed list is an error that names the component", async () => {
  await expect(html({ mdx: "<Chart />", headings: [] })).rejects.toThrow(/Chart/);
});

test("facts are text, tables scroll, links out are marked", async () => {
  const out = await html({});
  expect(textOf(out)).toContain("The limit is $70,000, says");
  expect(out).toContain('<div class="table"><table>');
  expect(out).toContain('target="_blank" rel="noopener"');
});

test("a worked example is computed from its schedule", async () => {
  expect(textOf(await html({}))).toMatch(/Assets \$1,500,000 Annual fee \$17,500 Each quarter \$4,375/);
});

test("an unknown disclaimer is an error that lists the known ones", async () => {
  await expect(html({ mdx: '<Disclaimer kind="none" />', headings: [] })).rejects.toThrow(
    /expected one of illustrative/,
  );
});

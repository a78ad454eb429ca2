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

test("the words of a heading lead to it", async () => {
  expect(await html({})).toContain(
    '<h2 id="what-it-means"><a href="#what-it-means" class="heading-link">What it means</a></h2>',
  );
});

test("a heading that leads elsewhere has no second link", async () => {
  const headings = [{ level: 2, id: "see-fees", text: "See fees" }];
  const out = await html({ mdx: "## See *[fees](/everything)*\n", headings });
  expect(out).toContain('<h2 id="see-fees">See <em><a href="/everything">fees</a></em></h2>');
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
  expect(out).toMatch(/<section class="table" aria-label="Table: [^"]+" tabindex="0"><table>/i);
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

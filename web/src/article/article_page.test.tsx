import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import type { Article } from "../content";
import { fixture, renderPart } from "../testing/site";
import { ArticlePage, SEVERAL } from "./article_page";

const { articles } = fixture.content;
const [first, second] = articles as [Article, Article];
const last = articles.at(-1) as Article;
const labels = fixture.content.site.articles;

function page(article: Article): (selector: string) => Element[] {
  const html = renderPart(<ArticlePage article={article} />, article.route);
  const { document } = new JSDOM(html).window;
  return (selector) => [...document.querySelectorAll(selector)];
}

function ofSections(sections: number): Article {
  const headings = Array.from({ length: sections }, (_, at) => ({
    level: 2,
    id: `section-${at}`,
    text: `Section ${at}`,
  }));
  return { ...first, minutes: 1, headings: [...headings, { level: 3, id: "below", text: "Below" }] };
}

test("the table of contents names the sections of an article with several, in order, and no other article has one", () => {
  const links = page(ofSections(SEVERAL))(".contents a");
  expect(links.map((link) => [link.getAttribute("href"), link.textContent])).toEqual(
    Array.from({ length: SEVERAL }, (_, at) => [`#section-${at}`, `Section ${at}`]),
  );
  expect(page(ofSections(SEVERAL - 1))(".contents")).toEqual([]);
});

test("the neighbors are the articles that Rust has named, as many as there are", () => {
  const links = (article: Article) =>
    page(article)(".neighbors a").map((link) => ["rel", "href"].map((name) => link.getAttribute(name)));
  expect(links({ ...first, previous: last.slug, next: last.slug })).toEqual([
    ["prev", last.route],
    ["next", last.route],
  ]);
  expect(links(first)).toEqual([["next", second.route]]);
  expect(links(last)).toEqual([["prev", articles.at(-2)?.route]]);
  expect(page({ ...first, previous: null, next: null })(".neighbors")).toEqual([]);
});

test("an author's name leads to who that is, and only a person has a portrait and credentials", () => {
  const { founder, firms, articles: defaults } = fixture.content.site;
  const byAuthor = (author: Article["matter"]["author"]) =>
    page({ ...first, matter: { ...first.matter, author } });
  const line = (all: ReturnType<typeof page>) => all(".author").map(({ textContent }) => textContent);

  const ofPerson = byAuthor("founder");
  expect(line(ofPerson)).toEqual([[founder.name, ...founder.credentials].join(", ")]);
  expect(ofPerson(".author img").map((image) => image.getAttribute("alt"))).toEqual([founder.portrait.alt]);
  const ofFirm = byAuthor("firm");
  expect(line(ofFirm)).toEqual([firms.advisory.name]);
  expect(ofFirm(".author img")).toEqual([]);
  for (const all of [ofPerson, ofFirm]) {
    const links = all("[rel=author]").map((link) => link.getAttribute("href"));
    expect(links).toEqual([defaults.author_link.href, defaults.author_link.href]);
  }
});

test("related articles stand in the order given, under their heading", () => {
  const all = page({ ...first, related: [last.slug, first.slug] });
  expect(all(".related h3").map(({ textContent }) => textContent)).toEqual([
    last.matter.title,
    first.matter.title,
  ]);
  expect(all(".related h2").map(({ textContent }) => textContent)).toEqual([labels.related_heading]);
});

test("every article ends with the way to a consultation and back to the list", () => {
  for (const article of articles) {
    const all = page(article);
    const label = article.matter.call_to_action?.label ?? labels.call_to_action.label;
    const buttons = all(".button").map((link) => [link.getAttribute("href"), link.textContent]);
    expect(buttons).toEqual([["/schedule", label]]);
    expect(all(".back-link")).toHaveLength(2);
  }
});

test("an article that is not there is an error that names it", () => {
  expect(() => page({ ...first, related: ["missing"] })).toThrow(/no article "missing"/);
});

test("an article alone offers the way back and no empty list", () => {
  const all = page({ ...first, related: [] });
  expect(all(".related ul, .related h2")).toEqual([]);
  expect(all(".related .back-link")).toHaveLength(1);
});

// Pages of later editions: what is left out is what would be the same.

import { expect, test, vi } from "vitest";
import { withEditions } from "../scripts/editions.mjs";
import type { Content, Edition } from "./content";
import { prerender, type RenderedBefore } from "./prerender";
import { assets, collect, fixture } from "./testing/site";

// Every page of every edition is rendered once more.
vi.setConfig({ testTimeout: 120_000 });

type Change = (content: Content) => void;

/** Editions that follow one another: each is as the one before it but for a change. */
function editionsAfter(changes: Change[]): Edition[] {
  const pages: Content["pages"] = [];
  const articles: Content["articles"] = [];
  const content = structuredClone(fixture.content);
  const editions = [() => {}, ...changes].map((change, at) => {
    change(content);
    const { pages: shownPages, articles: shownArticles, ...others } = structuredClone(content);
    return {
      starts: at === 0 ? null : at,
      ...others,
      pages: shownPages.map((page) => indexIn(pages, page)),
      articles: shownArticles.map((article) => indexIn(articles, article)),
    };
  });
  return withEditions({ digest: "", year: fixture.year, pages, articles, editions }).editions;
}

/** The index of a value in a pool, which gets it where it is not there yet. */
function indexIn<T>(pool: T[], value: T): number {
  const text = JSON.stringify(value);
  const known = pool.findIndex((other) => JSON.stringify(other) === text);
  return known >= 0 ? known : pool.push(value) - 1;
}

/** The routes that are rendered of each edition but the first, once it is known that no other page differs. */
async function renderedIn(editions: Edition[]): Promise<string[][]> {
  const before: RenderedBefore = new Map();
  const shown = new Map<string, string>();
  const rendered: string[][] = [];
  for (const { content } of editions) {
    const build = { year: fixture.year, content };
    const pages = await collect(prerender(build, assets, before));
    for (const { route, html } of pages) shown.set(route, html);
    for (const { route, html } of await collect(prerender(build, assets)))
      expect(shown.get(route), `${route}, which was left out`).toBe(html);
    rendered.push(pages.map(({ route }) => route));
  }
  return rendered.slice(1);
}

const all = [...fixture.content.pages, ...fixture.content.articles].map(({ route }) => route);
const [first, second] = fixture.content.articles.map(({ route }) => route);

/** Takes the first article away, and its slug out of the others. */
function withoutFirst(content: Content): void {
  const slug = content.articles.shift()?.slug;
  for (const article of content.articles) {
    if (article.previous === slug) article.previous = null;
    if (article.next === slug) article.next = null;
    article.related = article.related.filter((related) => related !== slug);
  }
}

test("an edition that differs in nothing has nothing rendered", async () => {
  expect(await renderedIn(editionsAfter([() => {}]))).toEqual([[]]);
});

test("what all pages show has all of them rendered", async () => {
  const rename: Change = ({ site }) => {
    site.name = "Another firm";
  };
  expect(await renderedIn(editionsAfter([rename]))).toEqual([all]);
});

test("a page's own value, a title that others name, the fees, the hours: only what shows them is rendered", async () => {
  const changes: Change[] = [
    ({ pages }) => {
      const page = pages.find(({ route }) => route === "/404");
      if (page) page.meta.description = "Another description.";
    },
    ({ articles }) => {
      if (articles[0]) articles[0].matter.title = "Another title";
    },
    ({ fees }) => {
      for (const schedule of Object.values(fees.schedules)) schedule.title = "Another schedule";
    },
    ({ site }) => {
      site.contact.hours = site.contact.hours.slice(1);
    },
    withoutFirst,
    ({ subjects }) => {
      for (const name of Object.keys(subjects)) subjects[name] = "Another subject";
    },
  ];
  const rendered = await renderedIn(editionsAfter(changes));
  expect(rendered[0]).toEqual(["/404"]);
  expect(rendered[1]).toContain(first);
  for (const routes of rendered) expect(routes.length).toBeLessThan(all.length);
  expect(rendered[4]).not.toContain(first);
  expect(rendered[4]).toContain("/blog");
  expect(rendered[5]).not.toContain(second);
});

test("a page that comes back as it was is known", async () => {
  const asBefore: Change = (content) => {
    content.articles = structuredClone(fixture.content.articles);
  };
  const rendered = await renderedIn(editionsAfter([withoutFirst, asBefore]));
  expect(rendered[1]).not.toContain(first);
});

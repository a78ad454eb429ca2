// Parts that depend on time: withdrawn pages, days soon when the office is closed, when an article went online.

import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import type { Build, Content } from "../content";
import { prerenderOne } from "../prerender";
import { listedArticles } from "../site/lookups";
import { assets, fixture } from "../testing/site";

/** The fixture's content with a change. */
function changed(change: (content: Content) => void): Build {
  const content = structuredClone(fixture.content);
  change(content);
  return { year: fixture.year, content };
}

async function pageOf(build: Build, route: string): Promise<Document> {
  const html = await prerenderOne(build, assets, route);
  if (!html) throw new Error(`expected a page at ${route}`);
  return new JSDOM(html).window.document;
}

function dataOf(page: Document, type: string) {
  const scripts = [...page.querySelectorAll('script[type="application/ld+json"]')];
  return scripts
    .map(({ textContent }) => JSON.parse(textContent ?? ""))
    .find((data) => data["@type"] === type);
}

const withdrawn = {
  starts: "2027-01-01T09:00:00",
  why: "The rules have changed.",
  instead: { kind: "page" as const, href: "/faq" },
};
const faq = fixture.content.pages.find(({ route }) => route === "/faq");
const { heading, instead_label } = fixture.content.site.withdrawn;

test("a page and an article that are withdrawn say so, why, and what to read instead, to people and to search engines", async () => {
  const [article] = fixture.content.articles;
  const build = changed(({ pages, articles }) => {
    const contact = pages.find(({ route }) => route === "/contact");
    if (!contact || !articles[0]) throw new Error("expected a page and an article");
    contact.meta.withdrawn = withdrawn;
    articles[0].matter.withdrawn = { ...withdrawn, instead: null };
  });
  for (const [route, link] of [
    ["/contact", "/faq"],
    [article?.route ?? "", undefined],
  ] as const) {
    const page = await pageOf(build, route);
    const banner = page.querySelector("main > .withdrawn:first-child");
    expect(banner?.textContent).toContain(`${heading} January 1, 2027`);
    expect(banner?.textContent).toContain(withdrawn.why);
    expect(banner?.querySelector("a")?.getAttribute("href")).toBe(link);
    if (link) expect(banner?.textContent).toContain(`${instead_label} ${faq?.meta.title}`);
    expect(page.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex, nofollow");
  }
  const other = await pageOf(build, "/faq");
  expect(other.querySelector(".withdrawn")).toBeNull();
});

test("no list shows an article that is withdrawn", async () => {
  const build = changed(({ articles }) => {
    if (articles[0]) articles[0].matter.withdrawn = withdrawn;
  });
  const [article] = build.content.articles;
  expect(listedArticles(build.content)).toEqual(build.content.articles.slice(1));
  for (const { route, blocks } of build.content.pages) {
    const lists = ["article_list", "newest_articles", "subject_index"];
    if (!blocks.some(({ kind }) => lists.includes(kind))) continue;
    const page = await pageOf(build, route);
    const links = [...page.querySelectorAll(".articles a, .subject-articles a")];
    expect(links.length).toBeGreaterThan(0);
    expect(links.map((link) => link.getAttribute("href"))).not.toContain(article?.route);
  }
});

test("closed days stand with the hours, for people and for search engines", async () => {
  const days = { starts: "2026-12-24", ends: "2027-01-01", words: "Closed until the new year.", shown: null };
  const build = changed(({ site }) => {
    site.contact.closed = [days];
  });
  const page = await pageOf(build, "/contact");
  const said = [...page.querySelectorAll(".closed-days")];
  expect(said.map(({ textContent }) => textContent)).toEqual([days.words, days.words]);
  expect(said.map(({ localName }) => localName)).toEqual(["p", "dd"]);
  expect(said[0]?.previousElementSibling?.textContent).toContain(
    fixture.content.site.contact.hours[0]?.hours.label,
  );
  const special = dataOf(await pageOf(build, "/"), "FinancialService").specialOpeningHoursSpecification;
  expect(special).toEqual([
    {
      "@type": "OpeningHoursSpecification",
      validFrom: days.starts,
      validThrough: days.ends,
      opens: "00:00",
      closes: "00:00",
    },
  ]);
  const without = changed(({ site }) => {
    site.contact.closed = [];
  });
  const ordinary = dataOf(await pageOf(without, "/"), "FinancialService");
  expect(ordinary).not.toHaveProperty("specialOpeningHoursSpecification");
});

test("an article that went online at a time says so to machines, and its day to people", async () => {
  const build = changed(({ site, articles }) => {
    site.time_zone = "America/Chicago";
    if (!articles[0]) throw new Error("expected an article");
    articles[0].matter.published = "2027-01-04";
    articles[0].matter.starts = "2027-01-04T09:00:00";
    articles[0].matter.modified = null;
  });
  const page = await pageOf(build, build.content.articles[0]?.route ?? "");
  const moment = "2027-01-04T09:00:00-06:00";
  expect(dataOf(page, "BlogPosting")).toMatchObject({ datePublished: moment, dateModified: moment });
  const meta = page.querySelector("meta[property='article:published_time']");
  expect(meta?.getAttribute("content")).toBe(moment);
  expect(page.querySelector(".byline time")?.textContent).toBe("January 4, 2027");
});

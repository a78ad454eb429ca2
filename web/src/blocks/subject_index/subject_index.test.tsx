import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import { fixture, renderPart } from "../../testing/site";
import { BlockOnPage } from "..";
import { example } from "./example";

const { articles, subjects } = fixture.content;
const html = renderPart(<BlockOnPage block={example} />, "/blog");
const { document } = new JSDOM(html).window;

test("every subject is an anchor with its title, and lists the articles on it, as they stand in the list", () => {
  const listed = [...document.querySelectorAll(".subject-list > li")].map((subject) => ({
    name: subject.id,
    title: subject.querySelector("h3")?.textContent,
    links: [...subject.querySelectorAll(".subject-articles a")].map((link) => link.getAttribute("href")),
  }));
  const expected = Object.entries(subjects).map(([name, title]) => ({
    name,
    title,
    links: articles.filter(({ matter }) => matter.subjects.includes(name)).map(({ route }) => route),
  }));
  expect(expected.length).toBeGreaterThan(1);
  expect(listed).toEqual(expected);
});

test("every article is found by a subject", () => {
  const links = [...document.querySelectorAll(".subject-articles a")].map((link) =>
    link.getAttribute("href"),
  );
  expect(new Set(links)).toEqual(new Set(articles.map(({ route }) => route)));
});

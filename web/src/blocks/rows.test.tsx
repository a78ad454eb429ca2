// Blocks among their neighbors on a page.

import { expect, test } from "vitest";
import type { BlockKind } from "../content";
import { renderPart } from "../testing/site";
import { BlocksOnPage } from ".";
import { examples } from "./examples";

const render = (...kinds: BlockKind[]) =>
  renderPart(<BlocksOnPage blocks={kinds.map((kind) => examples[kind])} />);
const rows = (html: string) => html.split('class="block block-row"').length - 1;

test("small blocks that follow each other share a row, and one alone has none", () => {
  expect(rows(render("service_areas", "contact_details", "external_links"))).toBe(1);
  expect(rows(render("service_areas", "section", "contact_details"))).toBe(0);
  expect(
    rows(render("contact_details", "external_links", "section", "service_areas", "contact_details")),
  ).toBe(2);
});

test("blocks stay in their order", () => {
  const html = render("section", "service_areas", "contact_details", "team");
  const kinds = [...html.matchAll(/<section[^>]*class="[\w -]*?(\w+) content"/g)].map(([, kind]) => kind);
  expect(kinds).toEqual(["section", "service_areas", "contact_details", "team"]);
});

test("of two processes the second is not on a dark ground", () => {
  expect(render("process", "process").match(/class="block dark-ground process content"/g)).toHaveLength(1);
});

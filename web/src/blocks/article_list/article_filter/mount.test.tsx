// @vitest-environment jsdom
import { expect, test } from "vitest";
import { renderPart } from "../../../testing/site";
import { ArticleList } from "../article_list";
import { example } from "../example";
import { mount } from "./mount";

test.each(["section", "[data-found]", "[data-empty]", "[data-reset]"])(
  "a filter that lacks one of its parts reports an error, and its chips stay links: %s",
  (selector) => {
    document.body.innerHTML = renderPart(<ArticleList block={example} />);
    const root = document.querySelector<HTMLElement>("[data-island-root]");
    const part = document.querySelector(selector);
    if (!root || !part) throw new Error(`expected an island and ${selector}`);
    part.replaceWith(...part.childNodes);
    expect(() => mount(root, {})).toThrow("expected the filter's list");
    expect(document.querySelectorAll("a[data-category]")).not.toHaveLength(0);
    expect(document.querySelector("a[role=button]")).toBeNull();
  },
);

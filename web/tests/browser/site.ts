// What the browser tests share: the content that the site was built from, and a page that must stay quiet.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test as base, expect, type Page } from "@playwright/test";
import type { Build } from "../../src/content";

const contentFile = fileURLToPath(
  new URL(`../../${process.env.SITE_CONTENT ?? ".cache/content.json"}`, import.meta.url),
);

export const { content } = JSON.parse(readFileSync(contentFile, "utf8")) as Build;

export const routes = [...content.pages, ...content.articles].map(({ route }) => route);

/** A block of a page; that it is there is part of what a test relies on. */
export function blockOf<K extends Build["content"]["pages"][number]["blocks"][number]["kind"]>(
  route: string,
  kind: K,
) {
  const block = content.pages
    .find((page) => page.route === route)
    ?.blocks.find((block): block is Extract<typeof block, { kind: K }> => block.kind === kind);
  if (!block) throw new Error(`expected a block ${kind} on ${route}`);
  return block;
}

/** `page`, and a test that fails on any error in its console. */
export const test = base.extend<{ page: Page }>({
  page: async ({ page }, use) => {
    const errors: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    page.on("pageerror", (error) => errors.push(String(error)));
    await use(page);
    expect(errors).toEqual([]);
  },
});

export { expect };

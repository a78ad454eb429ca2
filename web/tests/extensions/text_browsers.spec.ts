// The pages in the text browsers lynx and w3m, which have neither styles nor scripts.

import { execFileSync } from "node:child_process";
import { expect, type Page, test } from "@playwright/test";

const { SITE_URL = "", LYNX, W3M } = process.env;

test.skip(process.platform !== "linux", "the programs are Debian's");
test.beforeAll(() => {
  if (!LYNX || !W3M)
    throw new Error(
      "expected LYNX and W3M, the paths of programs; run `cargo site test --long`, which sets them",
    );
});

const run = (program: string, ...arguments_: string[]) =>
  execFileSync(program, arguments_, { encoding: "utf8", env: { ...process.env, LC_ALL: "C.UTF-8" } });

interface TextBrowser {
  /** The elements that it lists as links. */
  links: string;
  dump(url: string): string;
  /** The targets of the page's links, in order. */
  targets(url: string): string[];
}

const browsers: Record<string, TextBrowser> = {
  lynx: {
    links: "link[rel=alternate], a[href]",
    dump: (url) => run(LYNX ?? "", "-dump", "-nolist", "-width=200", url),
    targets: (url) => found(run(LYNX ?? "", "-dump", "-listonly", url), /^\s*\d+\. (\S+)$/gm),
  },
  w3m: {
    links: "a[href]",
    dump: (url) => run(W3M ?? "", "-dump", "-cols", "200", url),
    targets: (url) =>
      found(run(W3M ?? "", "-dump", "-cols", "200", "-o", "display_link_number=1", url), /^\[\d+\] (\S+)$/gm),
  },
};

const found = (text: string, line: RegExp) => [...text.matchAll(line)].map(([, target = ""]) => target);

/** Every amount and rate, in order. */
const figures = (text: string) => text.match(/\$\d[\d,]*|\d+(?:\.\d+)?%/g) ?? [];

/** The targets of a page's links, in the document's order. */
const targetsOf = (page: Page, links: string) =>
  page.evaluate(
    (links) =>
      [...document.querySelectorAll<HTMLAnchorElement | HTMLLinkElement>(links)].map(({ href }) => href),
    links,
  );

/** All text of the page that isn't a script's or a style's, whether or not a window shows it. */
const textOf = (page: Page) =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll("script, style, svg")) element.remove();
    return document.body.textContent ?? "";
  });

for (const [name, browser] of Object.entries(browsers)) {
  for (const path of ["/", "/fees"]) {
    test(`${name} has every fee and every link of ${path}, in order`, { tag: "@long" }, async ({
      browser: tabs,
    }) => {
      const page = await tabs.newPage({ javaScriptEnabled: false });
      await page.goto(SITE_URL + path);
      const targets = await targetsOf(page, browser.links);
      expect(targets.length).toBeGreaterThan(20);
      expect(browser.targets(SITE_URL + path)).toEqual(targets);
      const fees = figures(await textOf(page));
      expect(fees.length).toBeGreaterThan(0);
      expect(figures(browser.dump(SITE_URL + path))).toEqual(fees);
      await page.close();
    });
  }
}

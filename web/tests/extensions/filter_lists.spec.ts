// The generic rules of public filter lists, which hide elements on every site, against each page's classes and ids.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { contentAt, readCompiled } from "../../scripts/compiled";
import { routes as fixtureRoutes } from "../browser/site";

const { SITE_URL = "", FIXTURE_URL = "", UBLOCK } = process.env;

/** Rules for names close to ours, which uBlock Origin has only with its lists of annoyances: EasyList's fanboy_newsletter_general_hide.txt. */
const newsletterRules = [
  "#newsletter-prompt",
  "#newsletter-popup-container",
  ".newsletterPrompt",
  ".newsletter-dialog",
  ".newsletter-overlay",
  ".newsletter-signup-block",
  ".newsletter-signup-dialog",
  ".newsletter_block",
  ".newsletter_section",
  "div.newsletter_signup",
  "div[class*='SubscribePrompt-']",
];

/** Returns the selectors of every list in the extension that apply to all sites. */
function genericRules(): string[] {
  if (!UBLOCK)
    throw new Error(
      "expected UBLOCK, the path of the extension's manifest; run `cargo site test --long`, which sets it",
    );
  const folder = join(dirname(UBLOCK), "assets");
  const lists = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".txt"),
  );
  const rules = lists.flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"));
  return rules.filter((rule) => /^##[^+^]/.test(rule)).map((rule) => rule.slice(2));
}

test("no filter list hides an element of a page on every site", { tag: "@long" }, async ({ page }) => {
  const rules = [...genericRules(), ...newsletterRules];
  expect(rules.length).toBeGreaterThan(10_000);
  const { pages, articles } = contentAt(readCompiled());
  const addresses = [
    ...[...pages, ...articles].map(({ route }) => SITE_URL + route),
    ...fixtureRoutes.map((route) => FIXTURE_URL + route),
  ];
  for (const address of addresses) {
    await page.goto(address);
    const hidden = await hiddenBy(page, rules);
    expect.soft(hidden, address).toEqual([]);
  }
  await page.setContent('<div class="AdSense"></div><dialog id="newsletter-prompt"></dialog>');
  const planted = expect.arrayContaining([".AdSense", "#newsletter-prompt"]);
  expect(await hiddenBy(page, rules), "a planted fault").toEqual(planted);
});

/** The rules that match an element of the page. */
const hiddenBy = (page: Page, rules: string[]) =>
  page.evaluate((rules) => {
    const matches = (rule: string) => {
      try {
        return document.querySelector(rule) !== null;
      } catch {
        // An extension's own selector.
        return false;
      }
    };
    return rules.filter(matches);
  }, rules);

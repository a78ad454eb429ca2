// Extensions, translators, readers and a visitor's own styles: each engine tests each part of a page with each of them.

import { Readability } from "@mozilla/readability";
import { expect } from "@playwright/test";
import { JSDOM } from "jsdom";
import { blockOf, content } from "../browser/site";
import { test, type Visitor } from "./visitor";

interface Part {
  path: string;
  /** The island's name, if a script runs the part. */
  island?: string;
  /** The element that may be hidden or removed. */
  element: string;
  width?: number;
  origin?: "prompt at once";
  /** Uses the part as a visitor does. */
  use(visitor: Visitor): Promise<unknown>;
  /** Expects the part to have responded. */
  answer(visitor: Visitor): Promise<unknown>;
  /** Uses an element next to the part, which must work whatever happens to the part. */
  neighbor?(visitor: Visitor): Promise<unknown>;
  /** Expects what is left if the part's script is blocked. */
  blocked(visitor: Visitor): Promise<unknown>;
}

const all = content.articles.length;
const economy = content.articles.filter(({ matter }) => matter.category === "Economy").length;

const parts: Record<string, Part> = {
  "the prompt": {
    path: "/everything",
    island: "newsletter_prompt",
    element: ".newsletter-prompt",
    origin: "prompt at once",
    use: async () => {},
    async answer(visitor) {
      await visitor.click(".newsletter-prompt [data-close]");
      await visitor.hidden(".newsletter-prompt");
    },
    blocked: (visitor) => visitor.hidden(".newsletter-prompt"),
  },
  "the panel": {
    path: "/about",
    island: "site_menus",
    element: "#site-panel",
    width: 500,
    use: (visitor) => visitor.click(".panel-opener"),
    async answer(visitor) {
      await visitor.shown("#site-panel");
      await visitor.press("Escape");
      await visitor.hidden("#site-panel");
    },
    async blocked(visitor) {
      await this.use(visitor);
      await this.answer(visitor);
    },
  },
  "a menu": {
    path: "/about",
    island: "site_menus",
    element: "#menu-services",
    use: (visitor) => visitor.click("[popovertarget=menu-services]"),
    async answer(visitor) {
      await visitor.shown("#menu-services");
      await visitor.press("Escape");
      await visitor.hidden("#menu-services");
    },
    async neighbor(visitor) {
      await visitor.focus("[popovertarget=menu-about]");
      await visitor.started("site_menus");
      await visitor.press("ArrowDown");
      await visitor.focused("#menu-about > li:first-child > a");
      await visitor.press("Escape");
    },
    async blocked(visitor) {
      await this.use(visitor);
      await this.answer(visitor);
    },
  },
  "the article filter": {
    path: "/blog",
    island: "article_filter",
    element: ".article_filter .filter-choices",
    use: (visitor) => visitor.click(".filter-chip[data-category=Economy]"),
    answer: (visitor) => visitor.shown("[data-articles] > li", economy),
    async blocked(visitor) {
      await visitor.shown("[data-articles] > li", all);
      await visitor.hidden(".filter-chip");
    },
  },
  "the count of articles": {
    path: "/blog",
    island: "article_filter",
    element: ".filter-count",
    use: (visitor) => visitor.click(".filter-chip[data-category=Economy]"),
    answer: (visitor) => visitor.shown(".filter-count"),
    blocked: (visitor) => visitor.hidden(".filter-count"),
  },
  "the calculator": {
    path: "/fees",
    island: "fee_calculator",
    element: ".calculator",
    use: (visitor) => typeAmount(visitor),
    answer: (visitor) => visitor.text(".calculator .calculator-annual dd", expect.stringContaining("9,375")),
    blocked: withoutCalculator,
  },
  "the calculator's result": {
    path: "/fees",
    island: "fee_calculator",
    element: ".calculator .calculator-result",
    use: (visitor) => typeAmount(visitor),
    answer: (visitor) => visitor.text(".calculator .calculator-annual dd", expect.stringContaining("9,375")),
    blocked: withoutCalculator,
  },
  "the map": {
    path: "/contact",
    island: "office_map",
    element: ".office_map",
    use: (visitor) => visitor.focus(".office_map .button"),
    answer: (visitor) => visitor.shown(".office_map .button"),
    blocked: (visitor) => visitor.shown(`.office_map a[href="${content.site.contact.directions}"]`),
  },
  "the folded questions": {
    path: "/faq",
    element: ".faq-toggle",
    width: 500,
    use: (visitor) => visitor.click(".faq-toggle button"),
    answer: (visitor) => visitor.hidden(".faq-question:not([open])"),
    async blocked(visitor) {
      await visitor.hidden(".faq-question:not([open])");
      await visitor.hidden(".faq-toggle");
    },
  },
};

async function typeAmount(visitor: Visitor): Promise<void> {
  await visitor.focus(".calculator input");
  await visitor.started("fee_calculator");
  await visitor.press(..."750000");
}

/** Expects the tiers, and no field that would not answer. */
async function withoutCalculator(visitor: Visitor): Promise<void> {
  const { tiers = [] } = content.fees.schedules[blockOf("/fees", "fee_tiers").schedule] ?? {};
  await visitor.shown(".fee_tiers .tier", tiers.length);
  await visitor.until(() => {
    // The script is fetched when the visitor comes to the field.
    document.querySelector<HTMLElement>(".calculator input")?.focus();
    return true;
  }, true);
  await visitor.hidden(".calculator");
}

/** Changes to the page before a visitor uses the part; run in the page. `isThere`: the visitor can still use the part. */
const mishaps: Record<string, { isThere: boolean; befall: (element: string) => true }> = {
  "hidden by a style": {
    isThere: false,
    befall: (element) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`${element} { display: none !important }`);
      document.adoptedStyleSheets = [sheet];
      return true;
    },
  },
  removed: {
    isThere: false,
    befall: (element) => {
      document.querySelector(element)?.remove();
      return true;
    },
  },
  translated: {
    isThere: true,
    befall: () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement?.closest("script, style, noscript")) continue;
        const font = document.createElement("font");
        font.append(document.createElement("font"));
        font.firstElementChild?.append(text.data);
        text.replaceWith(font);
      }
      return true;
    },
  },
  recolored: {
    isThere: true,
    befall: () => {
      for (const element of document.querySelectorAll<HTMLElement>("body, body *")) {
        element.style.setProperty("background-color", "#181a1b", "important");
        element.style.setProperty("background-image", "none", "important");
        element.style.setProperty("color", "#e8e6e3", "important");
        element.style.setProperty("border-color", "#736b5e", "important");
        element.dataset.darkreaderInline = "";
      }
      return true;
    },
  },
};

/** The reasons why the page can't be used; runs in the page. */
function obstacles(): string[] {
  const found: string[] = [];
  const isSeen = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return document.elementsFromPoint(x + width / 2, y + height / 2).includes(element);
  };
  const open = [...document.querySelectorAll(":modal, #site-panel:popover-open")];
  for (const element of open) if (!isSeen(element)) found.push(`open, but not seen: ${element.className}`);
  if (open.length > 0) return found;
  for (const element of document.querySelectorAll("[inert]")) found.push(`inert: ${element.tagName}`);
  if (getComputedStyle(document.documentElement).overflowY === "hidden") found.push("does not scroll");
  scrollTo(0, 0);
  const brand = document.querySelector(".brand");
  if (brand && !isSeen(brand)) found.push("covered");
  return found;
}

/** The lines of the page outside the part. */
function lines(element: string): string[] {
  const read: string[] = [];
  for (const one of document.querySelectorAll("main :is(h1, h2, h3, p, td, dt, dd)")) {
    const isPart = one.closest(`.island, .faq, ${element}, [data-articles]`);
    if (!isPart && one.checkVisibility({ visibilityProperty: true })) read.push(one.textContent ?? "");
  }
  return read;
}

for (const [name, part] of Object.entries(parts)) {
  const { path, island, element, width = 1280, origin = "as it is" } = part;

  test(`${name}: hidden, removed, translated, recolored`, { tag: "@long" }, async ({ visitor }) => {
    await visitor.open(path, { width, origin: "as it is" });
    const usual = await visitor.until(lines, expect.anything(), element);
    for (const [mishap, { isThere, befall }] of Object.entries(mishaps)) {
      for (const isBefore of [true, false]) {
        await test.step(`${mishap} ${isBefore ? "before" : "after"} its use`, async () => {
          await visitor.open(path, { width, origin });
          const change = () => visitor.until(befall, true, element);
          if (isBefore) await change();
          // A visitor can't use an invisible part.
          if (isThere || !isBefore) await part.use(visitor);
          if (!isBefore) await change();
          if (isThere) await part.answer(visitor);
          await visitor.until(obstacles, []);
          await part.neighbor?.(visitor);
          if (mishap !== "translated") await visitor.until(lines, usual, element);
        });
      }
    }
  });

  test(`${name}: its script blocked`, { tag: "@long" }, async ({ visitor }) => {
    // The script of the folded questions is in the page: only all scripts together can be blocked.
    for (const blocked of island ? (["no islands", "no script"] as const) : (["no script"] as const)) {
      await test.step(blocked, async () => {
        await visitor.open(path, { width, origin: "as it is" });
        const usual = await visitor.until(lines, expect.anything(), element);
        await visitor.open(path, { width, origin: blocked });
        await part.blocked(visitor);
        await visitor.until(obstacles, []);
        // Without any script, a page also says what stands in for the scripts.
        if (blocked === "no islands") await visitor.until(lines, usual, element);
      });
    }
  });

  test(`${name}: in reader mode`, { tag: "@long" }, async ({ visitor }) => {
    for (const isBefore of [true, false]) {
      await test.step(`${isBefore ? "before" : "after"} its use`, async () => {
        await visitor.open(path, { width, origin });
        if (!isBefore) await part.use(visitor);
        const html = await visitor.until(() => document.documentElement.outerHTML, expect.anything());
        for (const ids of ["as they are", "that sound like advertising"] as const) {
          const { headings, controls, lost } = inReader(html, ids);
          expect(headings, ids).toBeGreaterThan(0);
          expect(controls, ids).toEqual([]);
          // From a page that lists cards, a reader takes only one of the lists.
          if (!["/blog", "/everything"].includes(path)) expect(lost, ids).toEqual([]);
        }
      });
    }
  });
}

/** Reads a page as Firefox's reader mode does. Returns the controls that are left, and the headings that aren't. */
function inReader(html: string, ids: "as they are" | "that sound like advertising") {
  const { document } = new JSDOM(html, { url: "http://127.0.0.1/" }).window;
  const headings = [...document.querySelectorAll("main :is(h2, h3)")].filter(
    (heading) => !heading.closest("[hidden], .hero"),
  );
  const names = headings.map(({ textContent }) => textContent?.trim() ?? "");
  if (ids !== "as they are") {
    // An editor chooses these.
    for (const element of document.querySelectorAll("main [id]:is(section, details, li, h2, h3)"))
      element.id = "related-social-media";
  }
  const { content = "" } = new Readability(document).parse() ?? {};
  const { body } = new JSDOM(content ?? "").window.document;
  return {
    headings: names.length,
    controls: [...body.querySelectorAll("button, input, dialog, [popover]")].map(
      ({ outerHTML }) => outerHTML,
    ),
    lost: names.filter((name) => !body.textContent?.includes(name)),
  };
}

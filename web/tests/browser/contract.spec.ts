// The contract of the specification, on the real site. Each row quotes a line by section and words, and tests the part that
// code decides: classes, attributes, numbers, times. Those are literals here. The part that content/ decides (words, fees,
// hours, dates) is in a snapshot, site-server/tests/snapshots/dictated.snap; these tests read it from the content.

import { stripVTControlCharacters } from "node:util";
import type { Locator, Page } from "@playwright/test";
import { contentAt, readCompiled } from "../../scripts/compiled";
import type { BlockKind, BlockOf } from "../../src/content";
import { answerOthers, expect, inFaces, pausedClock, started, startedWhenIdle, test } from "./site";

const content = contentAt(readCompiled());
const { site } = content;
const routes = [...content.pages, ...content.articles].map(({ route }) => route);

/** A line of the specification, and a function that fails if the page breaks it. */
type Row = [line: string, holds: (page: Page) => Promise<void>];

/** Tests many rows on one page: a failed row doesn't stop the ones after it. */
function contract(title: string, open: (page: Page) => Promise<unknown>, rows: Row[]): void {
  test(title, async ({ page }) => {
    page.setDefaultTimeout(30_000);
    await open(page);
    const lost: string[] = [];
    for (const [line, holds] of rows) {
      await test
        .step(line, () => holds(page))
        .catch((error: Error) => lost.push(`${line}\n${stripVTControlCharacters(error.message)}`));
    }
    expect(lost, "lines of the specification that do not hold").toEqual([]);
  });
}

/** The first block of a kind on a page; throws if it is missing, because the contract requires it. */
function blockOn<K extends BlockKind>(route: string, kind: K): BlockOf<K> {
  const blocks = content.pages.find((page) => page.route === route)?.blocks ?? [];
  const found = blocks.find((block): block is BlockOf<K> => block.kind === kind);
  if (!found) throw new Error(`expected a block ${kind} on ${route}, which the specification puts there`);
  return found;
}

const attributes = (locator: Locator, name: string) =>
  locator.evaluateAll((all, name) => all.map((element) => element.getAttribute(name)), name);

// Every page as served ------------------------------------------------------------------------------------------------

/** The parts of a served page that rows test. */
interface Served {
  route: string;
  title: string;
  /** Contents by `name` or `property`. */
  meta: Record<string, string>;
  canonical: string;
  preloads: string[];
  /** The number of elements that each selector finds. */
  counts: Record<string, number>;
  data: Record<string, unknown>[];
}

const selectors = [
  "body > header",
  "body > footer",
  "form, select, textarea, input:not(.calculator input)",
  "a[href^=http]:not([target=_blank][rel~=noopener])",
  "dialog.newsletter-prompt",
  ".faq-question",
  // Things that section 3 lists, each followed by the same thing with all of its fields: the counts must match.
  ".service_cards .card",
  ".service_cards .card:has(h3):has(h3 ~ p):has(.card-picture, .icon)",
  ".coordination_cards .card",
  ".coordination_cards .card:has(h3):has(h3 ~ p):has(dl > div:nth-child(1) > dd):has(dl > div:nth-child(2) > dd)",
  ".contact_cards .contact-card",
  ".contact_cards .contact-card:has(.icon):has(h3):has(.contact-card-details):has(.contact-card-details + p)",
  ".value_cards .value-card",
  ".value_cards .value-card:has(h3):has(p)",
  ".case_studies .case-study",
  ".case_studies .case-study:has(h3):has(.case-study-subtitle):has(.icon):has(.case-study-label + p):has(.case-study-label + p ~ .case-study-label + p)",
  ".case_studies",
  ".case_studies .disclaimer",
  ".process .process-step",
  ".process ol > .process-step:has(h3):has(p)",
  ".faq-category",
  ".faq-category:has(h2):has(.faq-question > summary > h3):has(.faq-question > summary + .prose)",
  ".tax_fees .card",
  ".tax_fees .card:has(h3):has(.tax-fee-price strong):has(.tax-fee-price + p)",
  // The parts of an article.
  ".article-hero .article-picture",
  ".article-hero h1",
  ".article-hero .byline > span:first-child",
  ".article-hero .byline time[datetime]",
  ".article-hero .byline .reading-time",
  ".article-hero .eyebrow",
  ".article-hero .back-link[href='/blog']",
  ".article-body",
  ".references a[target=_blank]",
  ".article-close .button[href='/schedule']",
] as const;

type Selector = (typeof selectors)[number];
const served: Served[] = [];

async function readAll(page: Page): Promise<void> {
  const pages = [];
  for (const route of routes) {
    const response = await page.request.get(route === "/404" ? "/no-such-page" : route);
    pages.push({ route, html: await response.text() });
  }
  // A browser parses the pages inside an empty page, which loads and runs nothing of them.
  const read = await page.evaluate(
    ({ pages, selectors }) =>
      pages.map(({ route, html }) => {
        const document = new DOMParser().parseFromString(html, "text/html");
        const all = (selector: string) => [...document.querySelectorAll(selector)];
        const attribute = (element: Element | undefined, name: string) => element?.getAttribute(name) ?? "";
        const meta = all("meta[content]").map((meta) => [
          attribute(meta, "name") || attribute(meta, "property"),
          attribute(meta, "content"),
        ]);
        return {
          route,
          title: document.title,
          meta: Object.fromEntries(meta),
          canonical: attribute(all("link[rel=canonical]")[0], "href"),
          preloads: all("link[rel=preload][as=image]").map((link) => attribute(link, "href")),
          counts: Object.fromEntries(selectors.map((selector) => [selector, all(selector).length])),
          data: all("script[type='application/ld+json']").map(({ textContent }) => JSON.parse(textContent)),
        };
      }),
    { pages, selectors: [...selectors] },
  );
  served.splice(0, served.length, ...read);
}

/** The keywords that the content has for a page or an article. */
function keywordsOf(path: string): string[] {
  const page = content.pages.find(({ route }) => route === path);
  const article = content.articles.find(({ route }) => route === path);
  return page?.meta.keywords ?? article?.matter.keywords ?? [];
}

const count = ({ counts }: Served, selector: Selector) => counts[selector] ?? 0;
const dataOf = ({ data }: Served, type: string) => data.filter((record) => record["@type"] === type);
const servedArticles = () =>
  content.articles.map((article) => ({
    ...article,
    page: served.find(({ route }) => route === article.route) as Served,
  }));

/** Expects a condition to be true of these pages; a failure lists the routes of the others. */
function everywhere(isSo: (page: Served) => boolean, pages: Served[] = served): void {
  expect(pages.length, "pages that this row looks at").toBeGreaterThan(0);
  expect(pages.filter((page) => !isSo(page)).map(({ route }) => route)).toEqual([]);
}

/** Expects each instance of a thing to have all of its fields, and at least one page to have the thing. */
function complete(thing: Selector, withItsFields: Selector): void {
  everywhere(
    (page) => count(page, thing) === count(page, withItsFields),
    served.filter((page) => count(page, thing) > 0),
  );
}

/** Expects a record to have a value under each name. */
function has(record: unknown, names: string[]): void {
  const there = Object.entries((record ?? {}) as object).filter(([, value]) => value);
  expect(there.map(([name]) => name)).toEqual(expect.arrayContaining(names));
}

contract("every page as it is served", readAll, [
  [
    "2 'Shared header (every page)', 'Shared footer (every page)'",
    async () => everywhere((page) => count(page, "body > header") * count(page, "body > footer") === 1),
  ],
  [
    "2 'external links that open in a new tab', 7 'Only outbound links exist'",
    async () => everywhere((page) => count(page, "a[href^=http]:not([target=_blank][rel~=noopener])") === 0),
  ],
  [
    "2 'Two articles also carry search-engine data (headline, description, dates, breadcrumb)'; 3 Breadcrumb record, Article record",
    async () => {
      const { origin } = site;
      for (const { route, matter, page } of servedArticles()) {
        const [article] = dataOf(page, "BlogPosting");
        has(article, ["headline", "description", "url", "author", "publisher"]);
        expect(article?.url).toBe(origin + route);
        expect(article?.datePublished).toBe(matter.published ?? undefined);
        expect(article?.dateModified, "defaults to datePublished").toBe(
          matter.modified ?? matter.published ?? undefined,
        );
        if (matter.author === "founder") {
          has(article?.author, ["name", "jobTitle"]);
          expect(article?.author).toMatchObject({ "@type": "Person" });
        }
        has(article?.publisher, ["name", "logo", "address"]);
        has((article?.publisher as { address?: object } | undefined)?.address, [
          "addressLocality",
          "addressRegion",
          "addressCountry",
        ]);
        const [breadcrumb] = dataOf(page, "BreadcrumbList");
        const items = breadcrumb?.itemListElement as { item: string }[];
        for (const item of items) has(item, ["position", "name", "item"]);
        expect(items.map(({ item }) => item)).toEqual([`${origin}/`, `${origin}/blog`, origin + route]);
      }
    },
  ],
  [
    "2 /faq 'Structured FAQ data is also supplied for search engines'",
    async () => {
      const [faq] = served.filter(({ route }) => route === "/faq");
      const [data] = faq ? dataOf(faq, "FAQPage") : [];
      const questions = data?.mainEntity as { name: string; acceptedAnswer: { text: string } }[];
      expect(questions.length).toBeGreaterThan(0);
      expect(questions.length).toBe(faq && count(faq, ".faq-question"));
      for (const { name, acceptedAnswer } of questions) expect(name && acceptedAnswer.text).toBeTruthy();
    },
  ],
  [
    "2 Local pages 'Local service records carry provider type, name, address, area served and service type'",
    async () => {
      const local = content.pages.filter(({ meta }) => meta.local_service).map(({ route }) => route);
      expect(local.length).toBeGreaterThan(0);
      for (const page of served.filter(({ route }) => local.includes(route))) {
        const [service] = dataOf(page, "Service");
        has(service, ["provider", "name", "areaServed", "serviceType"]);
        has(service?.provider, ["@type", "name", "address"]);
      }
    },
  ],
  [
    "2 'a hero with a background image, title, author line, ... and reading time', 'a back link to /blog', 'the body', 'a closing call-to-action box with a button to /schedule'",
    async () =>
      everywhere(
        (page) =>
          [
            ".article-hero .article-picture",
            ".article-hero h1",
            ".article-hero .byline > span:first-child",
            ".article-hero .byline .reading-time",
            ".article-hero .back-link[href='/blog']",
            ".article-body",
            ".article-close .button[href='/schedule']",
          ].every((selector) => page.counts[selector] === 1),
        servedArticles().map(({ page }) => page),
      ),
  ],
  [
    "2 'publication date', 'an optional category badge', 'a references list of external authority links opened in a new tab'",
    async () => {
      for (const { matter, route, page } of servedArticles()) {
        const dates = count(page, ".article-hero .byline time[datetime]");
        expect(dates, route).toBe(matter.published ? 1 : 0);
        expect(count(page, ".article-hero .eyebrow"), route).toBe(matter.badge ? 1 : 0);
        expect(count(page, ".references a[target=_blank]"), route).toBe(matter.references.length);
      }
    },
  ],
  [
    "2 'illustrative only': case cards with a disclaimer",
    async () => complete(".case_studies", ".case_studies .disclaimer"),
  ],
  [
    "3 Service card: title, description, list of features, icon",
    async () =>
      complete(".service_cards .card", ".service_cards .card:has(h3):has(h3 ~ p):has(.card-picture, .icon)"),
  ],
  [
    "3 Coordination card: title, description, planningStep, taxStep",
    async () =>
      complete(
        ".coordination_cards .card",
        ".coordination_cards .card:has(h3):has(h3 ~ p):has(dl > div:nth-child(1) > dd):has(dl > div:nth-child(2) > dd)",
      ),
  ],
  [
    "3 Contact card: icon, title, details, description",
    async () =>
      complete(
        ".contact_cards .contact-card",
        ".contact_cards .contact-card:has(.icon):has(h3):has(.contact-card-details):has(.contact-card-details + p)",
      ),
  ],
  [
    "3 Value or philosophy card: title, description",
    async () => complete(".value_cards .value-card", ".value_cards .value-card:has(h3):has(p)"),
  ],
  [
    "3 Process step: step, title, description, timeline",
    async () => complete(".process .process-step", ".process ol > .process-step:has(h3):has(p)"),
  ],
  [
    "3 Case study: title, subtitle, icon, challenge, solution",
    async () =>
      complete(
        ".case_studies .case-study",
        ".case_studies .case-study:has(h3):has(.case-study-subtitle):has(.icon):has(.case-study-label + p):has(.case-study-label + p ~ .case-study-label + p)",
      ),
  ],
  [
    "3 FAQ category: title and a list of question and answer pairs",
    async () =>
      complete(
        ".faq-category",
        ".faq-category:has(h2):has(.faq-question > summary > h3):has(.faq-question > summary + .prose)",
      ),
  ],
  [
    "3 Fee service card: service, fee, description, includes list",
    async () =>
      complete(
        ".tax_fees .card",
        ".tax_fees .card:has(h3):has(.tax-fee-price strong):has(.tax-fee-price + p)",
      ),
  ],
  [
    "3 'title, description, keywords'; 8 'followed by the site name'",
    async () =>
      everywhere(
        ({ route, title, meta }) =>
          title.endsWith(` | ${site.name}`) &&
          Boolean(meta.description) &&
          (meta.keywords ?? "") === keywordsOf(route).join(", "),
        served.filter(({ route }) => route !== "/404"),
      ),
  ],
  [
    "3 'canonical URL (defaults to the site origin plus the current path)'",
    async () =>
      everywhere(({ route, canonical }) => {
        const page = content.pages.find((page) => page.route === route);
        return canonical === (page?.meta.canonical ?? site.origin + route);
      }),
  ],
  [
    "4 'on switches the robots directive to 'noindex, nofollow''",
    async () =>
      everywhere(
        ({ meta }) => meta.robots === "noindex, nofollow",
        served.filter(({ route }) => content.pages.find((page) => page.route === route)?.meta.noindex),
      ),
  ],
  [
    "4 'off gives 'index, follow' with large previews'",
    async () =>
      everywhere(
        ({ meta }) => /^index, follow, max-image-preview:large\b/.test(meta.robots ?? ""),
        served.filter(({ route }) => !content.pages.find((page) => page.route === route)?.meta.noindex),
      ),
  ],
  [
    "5 'No other forms or inputs exist'",
    async () =>
      everywhere((page) => count(page, "form, select, textarea, input:not(.calculator input)") === 0),
  ],
  [
    "9 'Social preview image 1200x630'",
    async (page) => {
      everywhere(({ meta }) => meta["og:image:width"] === "1200" && meta["og:image:height"] === "630");
      for (const { meta } of served.slice(0, 3)) {
        // A PNG has its width and height at the start.
        const file = await (await page.request.get(new URL(meta["og:image"] ?? "").pathname)).body();
        expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([1200, 630]);
      }
    },
  ],
  [
    "7 'two images (logo and social preview) are preloaded': the logo by the page, the other one once the fonts are there",
    async (page) => {
      everywhere(({ preloads }) => preloads.some((preload) => /\/logo\b/.test(preload)));
      for (const { route, meta } of [served[0], served.at(-1)] as Served[]) {
        await page.goto(route);
        await inFaces(page);
        const preloads = page.locator("link[rel=preload][as=image]");
        await expect(preloads).toHaveCount(2);
        expect(await attributes(preloads, "href")).toContain(new URL(meta["og:image"] ?? "").pathname);
      }
    },
  ],
  [
    "8 '404 page titled '404 - Page Not Found' followed by the site name'",
    async () =>
      everywhere(
        ({ title }) => title === `404 - Page Not Found | ${site.name}`,
        served.filter(({ route }) => route === "/404"),
      ),
  ],
  [
    "9 'The theme colour is a fixed blue'",
    async () => {
      expect(new Set(served.map(({ meta }) => meta["theme-color"]))).toEqual(new Set([site.theme_color]));
      const [red, green, blue] = (site.theme_color.match(/[0-9a-f]{2}/gi) ?? []).map((hex) =>
        Number.parseInt(hex, 16),
      );
      expect(blue).toBeGreaterThan(Math.max(red ?? 255, green ?? 255));
    },
  ],
  [
    "9 'a coordinate pair is given in page metadata'",
    async () => everywhere(({ meta }) => /^-?\d+\.\d+;-?\d+\.\d+$/.test(meta["geo.position"] ?? "")),
  ],
]);

// A visitor's actions --------------------------------------------------------------------------------------------------

contract("the way through the site", (page) => page.goto("/about"), [
  [
    "2 'Internal navigation scrolls the page to the top instantly'",
    async (page) => {
      await inFaces(page);
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
      await page
        .locator(".site-footer a[href='/contact']")
        .first()
        .evaluate((a: HTMLElement) => a.click());
      await expect(page).toHaveURL("/contact");
      const place = () => [scrollY, getComputedStyle(document.documentElement).scrollBehavior];
      expect(await page.evaluate(place)).toEqual([0, "auto"]);
    },
  ],
  [
    "2 'any other path: 404 page'",
    async (page) => {
      for (const path of ["/no-such-page", "/blog/no-such-article", "/fees/more"])
        expect((await page.request.get(path)).status(), path).toBe(404);
    },
  ],
  [
    "2 'A copyright line with the current year'",
    async (page) => {
      await page.clock.setFixedTime("2040-07-01");
      await page.goto("/about");
      await expect(page.locator(".site-footer [data-year]")).toHaveText("2040");
    },
  ],
  [
    "2 /schedule 'All four open external scheduling pages in a new tab'",
    async (page) => {
      await page.goto("/schedule");
      const buttons = page.locator(".appointments .button");
      const { groups } = blockOn("/schedule", "appointments");
      const wanted = groups.flatMap(({ appointments }) =>
        appointments.map(({ link }) => site.external[link]?.href),
      );
      expect(await attributes(buttons, "href")).toEqual(wanted);
      expect(new Set(await attributes(buttons, "target"))).toEqual(new Set(["_blank"]));
    },
  ],
  [
    "2 /contact 'An office visit section with an embedded map'",
    async (page) => {
      await page.goto("/contact");
      await expect(page.locator(".office_visit :is(iframe, img)")).toHaveCount(1);
    },
  ],
  [
    "2 /contact 'the address, a Get Directions link and a phone link'",
    async (page) => {
      await page.goto("/contact");
      const visit = page.locator(".office_visit");
      await expect(visit.locator("address")).toBeVisible();
      await expect(visit.locator("a.button[target=_blank]").first()).toBeVisible();
      await expect(visit.locator("a[href^='tel:']")).toBeVisible();
    },
  ],
  [
    "2 /about 'team section (anchor id team)'",
    async (page) => {
      await page.goto("/about");
      await expect(page.locator("#team")).toBeVisible();
    },
  ],
  [
    "2 /fee-calculator 'has no input fields and is not interactive'",
    async (page) => {
      await page.goto("/fee-calculator");
      await expect(page.locator("main table")).not.toHaveCount(0);
      await expect(page.locator("main :is(input, button, select, textarea, [data-island])")).toHaveCount(0);
    },
  ],
]);

const menu = (page: Page) => page.locator("#menu-services");
const opener = (page: Page) => page.locator("[popovertarget=menu-services]");

async function rest(page: Page, on: Locator): Promise<void> {
  const box = await on.boundingBox();
  if (!box) throw new Error("expected an element in sight");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
}

const away = (page: Page) => page.mouse.move(700, 600);

async function openMenus(page: Page): Promise<void> {
  await pausedClock(page, "/about");
  await opener(page).focus();
  await started(page, "site_menus");
}

contract("the header's menus", openMenus, [
  [
    "4 'Enter, Space or ArrowDown opens; Escape closes'",
    async (page) => {
      for (const key of ["Enter", "Space", "ArrowDown"]) {
        await opener(page).focus();
        await expect(menu(page)).toBeHidden();
        await page.keyboard.press(key);
        await expect(menu(page), key).toBeVisible();
        await page.keyboard.press("Escape");
        await expect(menu(page), "Escape").toBeHidden();
        await expect(opener(page)).toBeFocused();
      }
    },
  ],
  [
    "4 'open and close by pointer or keyboard'",
    async (page) => {
      for (const shown of [true, false]) {
        await rest(page, opener(page));
        await page.mouse.down();
        await page.mouse.up();
        await expect(menu(page)).toBeVisible({ visible: shown });
      }
      await away(page);
    },
  ],
  [
    "9 'a submenu opens on hover after 100 ms'",
    async (page) => {
      await page.clock.runFor(5000);
      await rest(page, opener(page));
      await page.clock.runFor(99);
      await expect(menu(page), "99 ms").toBeHidden();
      await page.clock.runFor(1);
      await expect(menu(page), "100 ms").toBeVisible();
    },
  ],
  [
    "9 'with a 300 ms pointer grace period'",
    async (page) => {
      await away(page);
      await page.clock.runFor(299);
      await expect(menu(page), "299 ms").toBeVisible();
      await page.clock.runFor(1);
      await expect(menu(page), "300 ms").toBeHidden();
    },
  ],
  [
    "9 'Menu type-ahead buffer resets after 1 second'",
    async (page) => {
      const resources = page.locator("#menu-client-resources a");
      const names = ["Alpha", "Beta", "Gamma", "Delta"];
      await resources.evaluateAll((all, names) => {
        for (const [at, link] of all.entries()) link.textContent = names[at] ?? "Omega";
      }, names);
      await page.locator("[popovertarget=menu-client-resources]").focus();
      await page.keyboard.press("ArrowDown");
      for (const [after, focused] of [
        [1000, 0],
        [1001, 1],
      ] as const) {
        await page.keyboard.press("Home");
        await page.clock.runFor(5000);
        await page.keyboard.press("a");
        await page.clock.runFor(after);
        // No name begins with "ab".
        await page.keyboard.press("b");
        await expect(resources.nth(focused), `${after} ms`).toBeFocused();
      }
    },
  ],
]);

const panel = (page: Page) => page.locator("#site-panel");

async function openNarrow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/about");
}

contract("the panel of small screens", openNarrow, [
  [
    "2 'On small screens the navigation collapses into a right-side slide-out panel'; 4 'open or closed'",
    async (page) => {
      await expect(page.locator(".site-nav")).toBeHidden();
      await expect(panel(page)).toBeHidden();
      await page.locator(".panel-opener").click();
      await started(page, "site_menus");
      await expect(panel(page)).toBeVisible();
      const box = await panel(page).boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0), "its right edge").toBe(390);
      expect(box?.x, "its left edge").toBeGreaterThan(0);
    },
  ],
  [
    "2 'holding the same links plus the client resources list'",
    async (page) => {
      const header = await attributes(page.locator(".site-nav a"), "href");
      const held = await attributes(panel(page).locator("a"), "href");
      expect(held).toEqual(expect.arrayContaining(header));
      for (const name of site.header.client_resources)
        expect(held, name).toContain(site.external[name]?.href);
    },
  ],
  [
    "2, 4 'choosing any link closes the panel'",
    async (page) => {
      // Canceling the clicks keeps this page open, so that the test can click every link.
      await page.evaluate(() => addEventListener("click", (event) => event.preventDefault(), true));
      const open = () =>
        page.evaluate(() => {
          const panel = document.querySelector<HTMLElement>("#site-panel");
          const left = [];
          for (const link of panel?.querySelectorAll("a") ?? []) {
            if (!panel?.matches(":popover-open")) panel?.showPopover();
            link.click();
            if (panel?.matches(":popover-open")) left.push(link.textContent);
          }
          return left;
        });
      expect(await open(), "links that leave it open").toEqual([]);
    },
  ],
]);

// The newsletter modal, on each page that has it; the snapshot lists these pages.
const { prompt, link: newsletter } = site.newsletter;
const modal = (page: Page) => page.getByRole("dialog", { name: prompt.heading });

/** A page with the modal, its clock paused `before` milliseconds before the modal opens. */
async function beforeModal(page: Page, route: string, before: number): Promise<void> {
  await pausedClock(page, route);
  const loaded = await page.evaluate(() => Date.now());
  await startedWhenIdle(page, "newsletter_prompt");
  const now = await page.evaluate(() => Date.now());
  await page.clock.runFor(loaded + prompt.delay_ms - before - now);
}

for (const route of ["/", "/fees", "/blog"]) {
  contract(`the newsletter modal on ${route}`, (page) => beforeModal(page, route, 1), [
    [
      `4 'hidden at first; shown 45 seconds after the page loads' (delay_ms of content)`,
      async (page) => {
        await expect(modal(page), "a millisecond before").toBeHidden();
        // A paused clock doesn't record when the page loaded: the time counts from the arrival of the script.
        await page.clock.runFor(1001);
        await expect(modal(page)).toBeVisible();
      },
    ],
    [
      "4 'hidden by its close button'",
      async (page) => {
        await modal(page).getByRole("button", { name: prompt.close_label }).click();
        await expect(modal(page)).toBeHidden();
      },
    ],
    [
      "4 'or by clicking its subscribe link (external, new tab)'",
      async (page) => {
        await answerOthers(page.context());
        await page.evaluate(() =>
          document.querySelector<HTMLDialogElement>(".newsletter-prompt")?.showModal(),
        );
        const opened = page.context().waitForEvent("page");
        await modal(page).getByRole("link", { name: prompt.label }).click();
        await expect(await opened).toHaveURL(site.external[newsletter]?.href ?? "");
        await expect(modal(page)).toBeHidden();
        await expect(page).toHaveURL(route);
      },
    ],
  ]);
}

const chip = (page: Page, name: string) =>
  page.locator(".article_filter").getByRole("button", { name, exact: true });
const found = (page: Page) => page.locator(".article_filter h3");

async function openBlog(page: Page): Promise<void> {
  await page.goto("/blog");
  await started(page, "article_filter");
}

contract("the blog's filter", openBlog, [
  [
    "2 'category filter chips (All, Tax Planning, Retirement Planning, Investment Strategy, Financial Planning, Economy, Personal)'",
    async (page) => {
      const { all_label } = blockOn("/blog", "article_list");
      await expect(page.locator(".article_filter .filter-chip")).toHaveText([
        all_label,
        "Tax Planning",
        "Retirement Planning",
        "Investment Strategy",
        "Financial Planning",
        "Economy",
        "Personal",
      ]);
    },
  ],
  [
    "4 'the selected category defaults to All'",
    async (page) => {
      const { all_label } = blockOn("/blog", "article_list");
      await expect(chip(page, all_label)).toHaveAttribute("aria-pressed", "true");
      await expect(page.locator(".article-card:visible")).toHaveCount(content.articles.length);
      await expect(found(page)).toBeHidden();
    },
  ],
  [
    "4 'Clicking a chip selects it', 'When a category is chosen, a heading shows 'N article(s) found''",
    async (page) => {
      await chip(page, "Tax Planning").click();
      await expect(chip(page, "Tax Planning")).toHaveAttribute("aria-pressed", "true");
      await expect(page.locator(".filter-chip[aria-pressed=true]")).toHaveCount(1);
      const count = content.articles.filter(({ matter }) => matter.category === "Tax Planning").length;
      await expect(page.locator(".article-card:visible")).toHaveCount(count);
      await expect(found(page)).toHaveText(count === 1 ? "1 article found" : `${count} articles found`);
    },
  ],
  [
    "4 'The empty-state button resets to All'; 8 'Blog category with no articles: ... with a reset button'",
    async (page) => {
      const { all_label, empty, reset_label } = blockOn("/blog", "article_list");
      await page.locator(".article-card[data-category=Economy]").evaluateAll((all) => {
        for (const card of all) (card as HTMLElement).dataset.category = "another";
      });
      await expect(page.getByText(empty)).toBeHidden();
      await chip(page, "Economy").click();
      await expect(page.getByText(empty)).toBeVisible();
      await expect(found(page)).toHaveText("0 articles found");
      await page.getByRole("button", { name: reset_label }).click();
      await expect(page.getByText(empty)).toBeHidden();
      await expect(chip(page, all_label)).toHaveAttribute("aria-pressed", "true");
      await expect(page.locator(".article-card:visible")).toHaveCount(content.articles.length);
    },
  ],
]);

const field = (page: Page) => page.locator(".calculator input");
const result = (page: Page) => page.locator(".calculator .calculator-result");
const answers = (page: Page) => result(page).locator("dd:not(.calculator-tier-mark)");

async function openCalculator(page: Page): Promise<void> {
  await page.goto("/fees");
  await field(page).focus();
  await started(page, "fee_calculator");
}

contract("the fee calculator", openCalculator, [
  [
    "4 'the input is text'; 5 'the placeholder example'",
    async (page) => {
      await expect(field(page)).toHaveAttribute("type", "text");
      await expect(field(page)).toHaveAttribute("placeholder", /^\d[\d,]*$/);
    },
  ],
  [
    "4 'Empty input shows a prompt'; 8 'Calculator with no value'",
    async (page) => {
      await expect(result(page)).toHaveText(blockOn("/fees", "fee_calculator").prompt);
    },
  ],
  [
    "4 'Each keystroke strips non-digits and reformats with thousands separators'; 5 'keep digits only; all other characters are removed'",
    async (page) => {
      for (const [key, value] of [
        ["$", ""],
        ["7", "7"],
        ["a", "7"],
        ["5", "75"],
        [" ", "75"],
        ["0", "750"],
        ["-", "750"],
        ["0", "7,500"],
        ["0", "75,000"],
        ["0", "750,000"],
        [".", "750,000"],
        ["0", "7,500,000"],
        ["0", "75,000,000"],
      ] as const) {
        await page.keyboard.press(key);
        await expect(field(page), `after ${key}`).toHaveValue(value);
      }
      await field(page).fill("");
    },
  ],
  [
    "4 'A result appears when the value is above zero'; 5 'zero or empty yields no result'",
    async (page) => {
      const { prompt } = blockOn("/fees", "fee_calculator");
      for (const nothing of ["0", "000", ""]) {
        await field(page).fill(nothing);
        await expect(result(page), nothing).toHaveText(prompt);
      }
      await field(page).fill("1");
      await expect(answers(page)).not.toHaveCount(0);
    },
  ],
  [
    "3 'rate, fee, tier label'; 9 'the whole portfolio is charged at the rate of its tier', 'The quarterly fee is the annual fee divided by 4', 'Currency is shown with no decimals'",
    async (page) => {
      const schedule = content.fees.schedules[blockOn("/fees", "fee_calculator").schedule];
      const tiers = schedule?.tiers ?? [];
      expect(tiers.length).toBeGreaterThan(1);
      for (const { label, from, up_to, rate } of tiers) {
        for (const assets of [Math.max(from, 1), up_to ?? 3 * from]) {
          await field(page).fill(String(assets));
          if (rate === null) {
            await expect(answers(page), label).toHaveText([schedule?.minimum?.label ?? "", label]);
            continue;
          }
          const annual = (assets * rate) / 10_000;
          const dollars = (amount: number) => `$${Math.round(amount).toLocaleString("en-US")}`;
          const written = `${(rate / 100).toFixed(2)}%`;
          await expect(answers(page), `${assets}`).toHaveText([
            dollars(annual),
            dollars(annual / 4),
            written,
            label,
          ]);
        }
      }
    },
  ],
]);

const lazy = (page: Page) => page.locator("img[loading=lazy]");

contract("fonts and pictures", (page) => page.goto("/"), [
  [
    "4 'A fonts-loaded class is added to the body when fonts are ready'",
    async (page) => {
      await expect(page.locator("body")).toHaveClass(/(^| )fonts-loaded( |$)/);
      expect(await page.evaluate(() => document.fonts.check("1em Text"))).toBe(true);
      // Also after a link within the site, where the page starts with its own fonts.
      await page.locator(".site-footer a[href='/contact']").first().click();
      await expect(page).toHaveURL("/contact");
      await expect(page.locator("body")).toHaveClass(/(^| )fonts-loaded( |$)/);
      await page.goto("/");
    },
  ],
  [
    "4 'Lazy images get a loaded class once visible'",
    async (page) => {
      await inFaces(page);
      await expect(lazy(page).last()).not.toHaveClass(/(^| )loaded( |$)/);
      for (const at of [0, -1]) {
        await lazy(page).nth(at).scrollIntoViewIfNeeded();
        await expect(lazy(page).nth(at)).toHaveClass(/(^| )loaded( |$)/);
      }
    },
  ],
]);

test.describe("on iOS", () => {
  test.use({
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
  });

  contract("fields of an iPhone", openCalculator, [
    [
      "4 'form fields lock the viewport zoom on focus and restore it on blur'",
      async (page) => {
        const viewport = page.locator("meta[name=viewport]");
        const usual = "width=device-width, initial-scale=1";
        await expect(viewport).toHaveAttribute("content", `${usual}, maximum-scale=1`);
        await field(page).blur();
        await expect(viewport).toHaveAttribute("content", usual);
      },
    ],
  ]);
});

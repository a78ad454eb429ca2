// `cargo site dev`: the real command on a copy of the workspace with the fixture site, and the browser's view while someone writes.

import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { expectAccessible } from "./axe";
import { DevSite } from "./dev_site";
import { errorsOf, inFaces, routes } from "./site";

test.describe.configure({ mode: "serial" });

const article = "content/articles/a-long-walk.mdx";
let site: DevSite;

test.beforeAll(async () => {
  site = await DevSite.start();
});
test.afterAll(async () => {
  await site.stop();
});

/** Opens a page whose script has started, and marks it, so that a reload shows. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(site.url + path);
  // A page older than the last change reloads before it is ready.
  await expect(page.locator("html[data-dev=ready]")).toBeAttached();
  await page.evaluate(() => {
    document.documentElement.dataset.kept = "yes";
  });
}

const kept = (page: Page) => expect(page.locator("html[data-kept=yes]")).toBeAttached();

/** The part of a page that is the same in every build of the same content. */
function bare(html: string): string {
  return (
    html
      .replace(/<meta name="dev-version".*?<script type="module" src="\/dev\/client.ts"><\/script>/, "")
      .replace(/<style>.*?<\/style>/gs, "<style>")
      .replace(/<script data-runtime.*?<\/script>/s, "<script>")
      // Nothing is bundled in dev: an island is loaded from its source.
      .replace(/ data-module="[^"]*"/g, "")
      .replace(/\/assets\/[^"\s,)]+/g, "/assets/")
      .replace(/(data-year="">)\d+/, "$1")
  );
}

test("every page is the one that the server has", async ({ request, baseURL }) => {
  for (const route of [...routes.filter((route) => route !== "/404"), "/no-such-page"]) {
    const [here, there] = await Promise.all([request.get(site.url + route), request.get(baseURL + route)]);
    expect(bare(await here.text()), route).toBe(bare(await there.text()));
    expect(here.status()).toBe(there.status());
  }
});

test("a change of words is shown on the page, in its tab and in the list, without loading again, and keeps its place and its focus", async ({
  page,
  context,
}) => {
  const list = await context.newPage();
  await open(list, "/blog");
  await open(page, "/blog/a-long-walk");
  await inFaces(page);
  const last = page.locator(".article-body a").last();
  await last.focus();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(0);
  const before = await site.read(article);
  const words = before.replace(/\+\+\+\n\n/, "+++\n\nWords that nobody wrote before. ");
  await site.write(article, words.replace(/^title = .*$/m, 'title = "Another Title"'));
  await expect(page.getByText("Words that nobody wrote before.")).toBeAttached();
  await expect(page.locator("h1")).toHaveText("Another Title");
  await expect(page).toHaveTitle(/^Another Title \|/);
  await expect(list.locator("#articles").getByRole("link", { name: "Another Title" })).toBeAttached();
  await expect(last).toBeFocused();
  await site.write(article, before);
  await expect(page.getByText("Words that nobody wrote before.")).toHaveCount(0);
  expect(await page.evaluate(() => scrollY)).toBe(place);
  await kept(page);
  await kept(list);
});

test("what someone has typed into a part that moves stays", async ({ page }) => {
  await open(page, "/fees");
  const amount = page.locator("[data-island=fee_calculator] input").first();
  await amount.fill("750000");
  await expect(page.locator("[data-island=fee_calculator][data-started]").first()).toBeAttached();
  const typed = await amount.inputValue();
  const takeBack = await site.replace("content/pages/fees.toml", /^title = .*$/m, 'title = "What it costs"');
  await expect(page).toHaveTitle(/^What it costs/);
  await expect(amount).toHaveValue(typed);
  await takeBack();
  await kept(page);
});

test("an error is shown with its place and what to do, and goes once it is fixed", async ({ page }) => {
  await open(page, "/fees");
  const takeBack = await site.replace(article, /\+\+\+\n\n/, "+++\n\nSee [nothing](/no-such-page).\n\n");
  const problem = page.locator("vite-error-overlay");
  await expect(problem).toContainText("there is no page at /no-such-page");
  await expect(problem).toContainText("What to do: Write the path of a page");
  await expect(problem.locator(".frame")).toHaveText(
    /^\d+ \| See \[nothing\]\(\/no-such-page\)\.\n +\| +\^{13}$/,
  );
  await expect(problem.locator(".file")).toHaveText(/content\/articles\/a-long-walk\.mdx:\d+:\d+$/);
  await page.keyboard.press("Escape");
  await expect(problem).toHaveCount(0);
  // Another error opens the overlay again, although the first one was closed.
  await site.replace(article, "/no-such-page", "/no-other-page");
  await expect(problem).toContainText("/no-other-page");
  await takeBack();
  await expect(problem).toHaveCount(0);
  await kept(page);
});

test("the place of an error opens in the editor", async ({ page }) => {
  await open(page, "/fees");
  const takeBack = await site.replace("content/pages/fees.toml", /^\[meta\]/m, "[meta]\nnoidex = true");
  await page.locator("vite-error-overlay").getByText("content/pages/fees.toml:2:1").click();
  const opened = `${site.folder}/content/pages/fees.toml 2 1\n`;
  await expect(async () => expect(await site.read("opened")).toBe(opened)).toPass();
  await takeBack();
  await expect(page.locator("vite-error-overlay")).toHaveCount(0);
});

test("a draft is shown and marked", async ({ page }) => {
  const draft = "content/articles/not-yet.mdx";
  await open(page, "/blog");
  const text = (await site.read(article)).replace(/^id = .*$/m, "draft = true\nid = 999999");
  await site.write(draft, text.replace(/^title = .*$/m, 'title = "Not Yet"'));
  const card = page.locator(".article-card", { hasText: "Not Yet" });
  await expect(card.getByText("Draft", { exact: true })).toBeVisible();
  await expect(page.getByText("Draft", { exact: true })).toHaveCount(1);
  await kept(page);
  await page.goto(`${site.url}/blog/not-yet`);
  await expect(page.locator("main > .draft-mark")).toHaveText("Draft");
});

test("a change of a picture is shown", async ({ page }) => {
  await open(page, "/blog/a-long-walk");
  const [, name] = (await site.read(article)).match(/^hero = \{ src = "(.*?)"/m) ?? [];
  await site.replace(`content/images/${name}`, "</svg>", '<g id="drawn-now"/></svg>');
  await expect(page.locator("img.article-picture")).toHaveAttribute("src", /drawn-now/);
  await kept(page);
});

test("a new photograph is shown as it is, and without loading the page again", async ({ page }) => {
  await open(page, "/blog/a-long-walk");
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const photograph = sharp({ create: { width: 2000, height: 1500, channels: 3, background: "#000", noise } });
  await photograph.jpeg().toFile(join(site.folder, "content/images/noise.jpg"));
  const takeBack = await site.replace(article, /^hero = \{ src = ".*?"/m, 'hero = { src = "noise.jpg"');
  const picture = page.locator(".article-hero img[src*='/assets/noise']");
  await expect(picture).toHaveJSProperty("naturalWidth", 2000);
  await expect(picture).not.toHaveAttribute("srcset");
  await takeBack();
  await expect(picture).toHaveCount(0);
  await kept(page);
});

/** Records whether the overlay is shown, even for a moment. */
async function watchOverlay(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector("vite-error-overlay")) document.documentElement.dataset.overlaid = "yes";
    }).observe(document.body, { childList: true });
  });
  return () => page.evaluate(() => "overlaid" in document.documentElement.dataset);
}

test("nothing is shown of files that Git is still changing", async ({ page }) => {
  await open(page, "/blog/a-long-walk");
  const hasOverlay = await watchOverlay(page);
  const before = await site.read(article);
  await site.write(".git/index.lock", "");
  await site.replace(article, /\+\+\+\n\n/, "+++\n\nHalf of it, [to a page](/still-to-come).\n\n");
  // Long enough for a wrong update to appear.
  await page.waitForTimeout(500);
  await expect(page.getByText("Half of it")).toHaveCount(0);
  await site.write(article, before.replace(/\+\+\+\n\n/, "+++\n\nAll of it.\n\n"));
  await rm(join(site.folder, ".git/index.lock"));
  await expect(page.getByText("All of it.")).toBeAttached();
  expect(await hasOverlay()).toBe(false);
  await site.write(article, before);
  await expect(page.getByText("All of it.")).toHaveCount(0);
  await kept(page);
});

test("content that is moved away is reported and waited for", async ({ page, request }) => {
  await open(page, "/fees");
  const [content, away] = [join(site.folder, "content"), join(site.folder, "away")];
  const problem = page.locator("vite-error-overlay");
  const report = `expected the content in ${content}, found nothing`;
  await rename(content, away);
  await expect(problem).toContainText(report);
  expect((await request.get(`${site.url}/fees`)).status()).toBe(200);
  await rename(away, content);
  await expect(problem).toHaveCount(0);
  expect(site.said.join("").split(report)).toHaveLength(2);
  const takeBack = await site.replace("content/pages/fees.toml", /^title = .*$/m, 'title = "Back Again"');
  await expect(page).toHaveTitle(/^Back Again/);
  await takeBack();
  await expect(page).not.toHaveTitle(/^Back Again/);
  const [, picture] = (await site.read(article)).match(/^hero = \{ src = "(.*?)"/m) ?? [];
  await page.goto(`${site.url}/blog/a-long-walk`);
  await expect(page.locator("html[data-dev=ready]")).toBeAttached();
  await site.replace(`content/images/${picture}`, "</svg>", '<g id="drawn-after"/></svg>');
  await expect(page.locator("img.article-picture")).toHaveAttribute("src", /drawn-after/);
});

test("a change of a component and of its style is shown without loading the page again", async ({ page }) => {
  await open(page, "/blog/a-long-walk");
  await site.replace("web/src/article/byline.tsx", /\{`\$\{labels\.author\} `\}/, '{"Written by "}');
  await expect(page.locator(".article-hero .byline")).toContainText("Written by ");
  await site.replace("web/src/article/article.css", /$/, ".byline{outline:3px solid red}\n");
  await expect(page.locator(".article-hero .byline")).toHaveCSS("outline-width", "3px");
  await kept(page);
  // A component that can't run is an error with its place; the page stays.
  const fault = "throw new Error('out of order');\n  return (";
  const takeBack = await site.replace("web/src/article/byline.tsx", "return (", fault);
  await expect(page.locator("vite-error-overlay")).toContainText("out of order");
  await expect(page.locator("vite-error-overlay")).toContainText(/web\/src\/article\/byline\.tsx:\d+:\d+/);
  await expect(page.locator(".article-hero .byline")).toContainText("Written by ");
  await takeBack();
  await expect(page.locator("vite-error-overlay")).toHaveCount(0);
});

test("what is written last is shown, however soon it follows another save or an emptied file", async ({
  page,
}) => {
  await open(page, "/blog/a-long-walk");
  const component = "web/src/article/byline.tsx";
  const before = await site.read(component);
  // The test before may have changed these words.
  const author = /\{("Written by "|`\$\{labels\.author\} `)\}/;
  const withWords = (words: string) => before.replace(author, `{"${words}"}`);
  for (const first of [withWords("Half formatted "), ""]) {
    for (const pause of [5, 10, 20, 30, 40, 60, 200]) {
      await site.write(component, first);
      await setTimeout(pause);
      // Whoever requests the page reads the component before it is written again.
      await page.request.get(`${site.url}/blog/a-long-walk`);
      const words = `Written ${pause} ms after ${first.length} letters by `;
      await site.write(component, withWords(words));
      await expect(page.locator(".article-hero .byline")).toContainText(words);
    }
  }
  await expect(page.locator("vite-error-overlay")).toHaveCount(0);
  await site.write(component, before);
});

test("a change of an island is shown", async ({ page }) => {
  await open(page, "/fees");
  const island = page.locator("[data-island=fee_calculator]").first();
  await island.locator("input").first().fill("750000");
  await expect(island).toHaveAttribute("data-started", "");
  const component = "web/src/blocks/fee_calculator/calculator.tsx";
  const change = "if (typeof document === 'object') document.title = 'Changed';\n  return (";
  await site.replace(component, "return (", change);
  // Vite loads the page again.
  await expect(page.locator("html[data-kept=yes]")).toHaveCount(0);
  await expect(page.locator("html[data-dev=ready]")).toBeAttached();
  await island.locator("input").first().fill("760000");
  await expect(page).toHaveTitle("Changed");
});

test("what React can't hydrate is shown over the page, and nothing else is", async ({ page }) => {
  const errors = errorsOf(page);
  const overlay = page.locator("vite-error-overlay");
  const startCalculator = async () => {
    await page.locator("[data-island=fee_calculator] input").first().fill("750000");
    await expect(page.locator(".has-result").first()).toBeAttached({ timeout: 5000 });
  };
  await open(page, "/fees");
  await startCalculator();
  expect(errors).toEqual([]);
  await expect(overlay).toHaveCount(0);
  for (const [mistake, report] of [
    ["<strong>{typeof document}</strong>", "an island's HTML differs"],
    ["<strong title={typeof document} />", "some attributes of the server rendered HTML didn't match"],
  ] as const) {
    const component = "web/src/blocks/fee_calculator/calculator.tsx";
    const takeBack = await site.replace(component, /<strong>.*?<\/strong>/, mistake);
    // Vite loads the page again, perhaps after it was filled in.
    await expect(async () => {
      await startCalculator();
      await expect(overlay).toContainText(report, { timeout: 2000 });
    }).toPass();
    await takeBack();
  }
});

test("the script that travels in a page may import another", async ({ page }) => {
  await open(page, "/fees");
  const script = "web/src/page/after_paint.ts";
  const before = await site.read(script);
  await site.write("web/src/page/greeting.ts", 'export const greeting: string = "good morning";\n');
  const greeting = "document.documentElement.dataset.greeting = greeting;\n";
  await site.write(script, `import { greeting } from "./greeting";\n${before}${greeting}`);
  await expect(async () => {
    await page.reload();
    await expect(page.locator("html[data-greeting='good morning']")).toBeAttached({ timeout: 1000 });
  }).toPass();
  await open(page, "/fees");
  await site.write(script, before);
});

test("a bar moves through the editions, by keyboard too, without loading the page again, and only where there are several", async ({
  page,
}) => {
  await open(page, "/blog");
  const bar = page.getByRole("navigation", { name: "Editions of the site" });
  const edition = bar.getByLabel("Edition");
  const ahead = page.locator("#articles").getByRole("link", { name: "Ahead of its Day" });
  const before = await site.read(article);
  const later = before
    .replace(/^id = .*$/m, "id = 990")
    .replace(/^title = .*$/m, 'title = "Ahead of its Day"')
    .replace(/^published = .*$/m, "published = 2099-03-02\nstarts = 2099-03-02T09:00:00")
    .replace(/^modified = .*\n/m, "");
  const file = "content/articles/ahead-of-its-day.mdx";
  await site.write(file, later);
  const name = "From March 2, 2099, 9:00 AM";
  await expect(edition.locator("option").last()).toHaveText(name);
  await expect(edition.locator("option:checked")).toHaveText("Now");
  await expect(ahead).toHaveCount(0);

  await edition.focus();
  await page.keyboard.press("End");
  await expect(ahead).toBeVisible();
  await expect(edition).toBeFocused();
  await expect(edition.locator("option:checked")).toHaveText(name);

  // A change shows in the edition that the page shows.
  await site.write(file, later.replace("Ahead of its Day", "Ahead of its Day, Changed"));
  await expect(
    page.locator("#articles").getByRole("link", { name: "Ahead of its Day, Changed" }),
  ).toBeVisible();

  // While the content has an error, the pages still show the last content without one, in any edition.
  const takeBack = await site.replace(article, /\+\+\+\n\n/, "+++\n\nSee [nothing](/no-such-page).\n\n");
  const problem = page.locator("vite-error-overlay");
  await expect(problem).toContainText("there is no page at /no-such-page");
  await page.keyboard.press("Home");
  await expect(ahead).toHaveCount(0);
  await takeBack();
  await expect(problem).toHaveCount(0);
  await expect(edition).toBeFocused();
  await expect(edition.locator("option:checked")).toHaveText("Now");
  await kept(page);
  await expectAccessible(page, [360, 1440], ".edition-bar");
  await rm(join(site.folder, file));
  await expect(bar).toHaveCount(0);
});

test("addresses lead where the server leads them", async ({ request }) => {
  const status = async (path: string) => {
    const answer = await request.get(site.url + path, { maxRedirects: 0 });
    return [answer.status(), answer.headers().location];
  };
  expect(await status("/fees")).toEqual([200, undefined]);
  expect(await status("/fees/?a=b")).toEqual([308, "/fees?a=b"]);
  expect(await status("/fees.html")).toEqual([308, "/fees"]);
  expect(await status("/nowhere")).toEqual([404, undefined]);
  const [, from, to] = (await site.read("content/redirects.toml")).match(/from = "(.*)"\nto = "(.*)"/) ?? [];
  expect(await status(from ?? "")).toEqual([301, to]);
  const page = await request.get(`${site.url}/nowhere`);
  expect(await page.text()).toContain("<h1>");
});

test("an address of the content below /src or /dev is the content's, as in the build", async ({
  request,
}) => {
  const status = async (path: string) => (await request.get(site.url + path, { maxRedirects: 0 })).status();
  expect(await status("/dev/tools")).toBe(404);
  const redirects = await site.read("content/redirects.toml");
  const added = ["/dev/tools", "/src/tools"].map(
    (from) => `\n[[redirects]]\nfrom = "${from}"\nto = "/fees"\n`,
  );
  await site.write("content/redirects.toml", redirects + added.join(""));
  for (const path of ["/dev/tools", "/src/tools"])
    await expect.poll(() => status(path), { message: path }).toBe(301);
  expect(await status("/dev/client.ts")).toBe(200);
  await site.write("content/redirects.toml", redirects);
});

test("Ctrl-C ends it, and Node with it", async ({ request }) => {
  await site.stop();
  await expect(async () => {
    await expect(request.get(site.url)).rejects.toThrow(/ECONNREFUSED/);
  }).toPass();
});

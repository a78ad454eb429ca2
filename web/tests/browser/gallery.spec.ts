// The gallery, as `npm run dev` serves it: named examples of each block are visible and accessible, and fit their window.

import { expect, type Page, test } from "@playwright/test";
import { galleryRoute } from "../../gallery/pages";
import { examples } from "../../src/blocks/examples";
import { type ExampleName, namedExamples } from "../../src/blocks/named_examples";
import type { Block } from "../../src/content";
import { expectAccessible } from "./axe";
import { startGallery } from "./gallery_server";
import { faults } from "./overflow";
import { errorsOf } from "./site";

// All tests in one process, with one server and one page: another page would load the gallery's modules again.
test.describe.configure({ mode: "default" });
let gallery: Awaited<ReturnType<typeof startGallery>>;
let page: Page;
let errors: string[];
test.beforeAll(async ({ browser }) => {
  gallery = await startGallery();
  page = await browser.newPage({ reducedMotion: "reduce" });
  errors = errorsOf(page);
  // A card is drawn for each page that asks, which takes longer than the page.
  await page.route("**/assets/social-*", (route) => route.fulfill({ body: "" }));
});
test.afterEach(() => expect(errors.splice(0)).toEqual([]));
test.afterAll(async () => {
  await page.close();
  await gallery.stop();
});

/** `--long` tests the others, which have fewer elements, or more of the same ones. */
const byDefault: ExampleName[] = ["usual", "long"];

for (const block of Object.values(examples)) {
  const names = Object.keys(namedExamples(block)) as ExampleName[];
  const others = names.filter((name) => !byDefault.includes(name));
  test(`the examples of ${block.kind}`, () => testExamples(block, byDefault));
  test(`the other examples of ${block.kind}`, { tag: "@long" }, () => testExamples(block, others));
}

async function testExamples(block: Block, names: ExampleName[]): Promise<void> {
  const { kind } = block;
  await page.goto(`${gallery.url}/gallery`);
  await expect(page.locator("html[data-dev=ready]")).toBeAttached();
  for (const name of names) {
    await page.setViewportSize({ width: 360, height: 900 });
    await update(galleryRoute(kind, name));
    await expect(page).toHaveTitle(new RegExp(`^${kind}, ${name}`));
    if (name !== "empty") await expect(page.locator(`main .${kind}`)).not.toHaveText("");
    // The other examples have the elements of the usual one, with more text or more of them. accessible.spec.ts tests the frame.
    if (name === "usual" || name === "empty") await expectAccessible(page, [360], "main");
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await faults(page), `${name}, ${width} px`).toEqual([]);
    }
  }
}

/** Turns the open page into another one, as if its content had changed. Loading each page would request all modules again. */
async function update(route: string): Promise<void> {
  await page.evaluate(async (path) => {
    history.replaceState(null, "", path);
    // TypeScript doesn't know this module, which Vite serves.
    const client = "/@vite/client";
    const { createHotContext } = await import(client);
    createHotContext("/gallery").send("site:open", { path });
  }, route);
}

test("the gallery lists every example, and shows its islands", async () => {
  await page.goto(`${gallery.url}/gallery`);
  for (const kind of Object.keys(examples))
    await expect(page.getByRole("link", { name: `${kind}, long`, exact: true })).toBeVisible();
  await page.getByRole("link", { name: "fee_calculator, usual" }).click();
  const calculator = page.locator(".fee_calculator");
  await calculator.getByRole("textbox").fill("750000");
  await expect(calculator.getByText("$9,375", { exact: false }).first()).toBeVisible();
});

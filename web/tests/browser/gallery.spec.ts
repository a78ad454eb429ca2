// The gallery in a real dev server: every example stands, and the islands start.

import { fileURLToPath } from "node:url";
import { createServer, type ViteDevServer } from "vite";
import { examples } from "../../src/blocks/examples";
import { content, expect, test } from "./site";

let server: ViteDevServer;

test.beforeAll(async () => {
  server = await createServer({
    root: fileURLToPath(new URL("../..", import.meta.url)),
    server: { port: 0, host: "127.0.0.1" },
    logLevel: "error",
  });
  await server.listen();
});

test.afterAll(() => server.close());

test("shows every block by its example, the articles of the fixture and the islands", async ({ page }) => {
  const [address] = server.resolvedUrls?.local ?? [];
  await page.goto(`${address}gallery/`);
  const names = [
    "header",
    ...Object.keys(examples),
    ...content.articles.map(({ slug }) => `article ${slug}`),
    "footer",
  ];
  for (const name of names) {
    const example = page.locator(`[data-example="${name}"]`);
    await expect(example, name).toBeVisible();
    expect((await example.locator(":scope > :not(.gallery-name)").allInnerTexts()).join(""), name).not.toBe(
      "",
    );
  }

  const calculator = page.locator('[data-example="fee_calculator"]');
  await calculator.getByRole("textbox").fill("750000");
  await expect(calculator.getByText("$9,375", { exact: false }).first()).toBeVisible();

  const grounds = [];
  for (const scheme of ["light", "dark", "light dark"]) {
    await page.getByRole("radio", { name: scheme, exact: true }).check();
    grounds.push(await page.locator("html").evaluate((html) => getComputedStyle(html).backgroundColor));
  }
  const [light, dark, bySystem] = grounds;
  expect(dark, "the scheme changes the colors").not.toBe(light);
  expect(bySystem, "the system's is light here").toBe(light);

  await page.locator('[data-example="newsletter_prompt"]').scrollIntoViewIfNeeded();
  await expect(page.getByRole("dialog")).toBeVisible();
});

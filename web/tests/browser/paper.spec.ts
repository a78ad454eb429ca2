// A printed page: all of its words, on as few sheets as possible.

import { blockOf, content, expect, styled, test } from "./site";

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 740, height: 980 });
  await page.emulateMedia({ media: "print" });
});

test("paper has no drawings of cards, no invitation to the newsletter, and portraits of 4 cm", async ({
  page,
}) => {
  await page.goto("/everything");
  await styled(page);
  await expect(page.locator(".card-picture").first()).toBeAttached();
  for (const hidden of [".card-picture", ".newsletter_signup", ".actions"])
    for (const each of await page.locator(`main ${hidden}`).all()) await expect(each, hidden).toBeHidden();

  const most = (4 / 2.54) * 96;
  for (const portrait of await page.locator(".team-portrait, .section-picture").all()) {
    await expect(portrait).toBeVisible();
    const { width = 0, height = 0 } = (await portrait.boundingBox()) ?? {};
    expect(width).toBeLessThanOrEqual(most + 1);
    expect(height).toBeLessThanOrEqual(most + 1);
  }
});

test("paper says where its links lead, and has the phone in words", async ({ page }) => {
  await page.goto("/everything");
  await styled(page);
  const address = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((link) => getComputedStyle(link, "::after").content);

  const [name = ""] = blockOf("/everything", "external_links").links;
  expect(await address(".external_links a")).toContain(content.site.external[name]?.href);
  expect(await address('.appointments .button[href^="http"]')).toContain("https://");
  await expect(page.locator(".site-footer").getByText(content.site.contact.phone)).toBeVisible();
});

test("cards stand in two columns on paper, and short pages take one sheet or two", async ({ page }) => {
  await page.goto("/");
  await styled(page);
  const tops = await page
    .locator(".service_cards .card")
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top));
  expect(tops).toHaveLength(2);
  expect(new Set(tops).size).toBe(1);

  const sheets = await page.pdf({ format: "Letter", margin: { top: "1.5cm", bottom: "1.5cm" } });
  expect(sheets.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2);
});

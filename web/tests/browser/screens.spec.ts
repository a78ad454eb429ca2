// What the specification asks of single screens, in its own words and figures.

import type { Locator } from "@playwright/test";
import { expect, test } from "./site";

const hrefs = (links: Locator) =>
  links.evaluateAll((all) => all.map((link) => [link.firstChild?.textContent, link.getAttribute("href")]));

test("the header names every screen in its order", async ({ page }) => {
  await page.goto("/about");
  const items = page.locator(".site-nav > ul > li > :is(a, button)");
  await expect(items).toHaveText([
    "Home",
    "Services",
    "Working With Us",
    "Fees",
    "FAQs",
    "Blog",
    "About Us",
    "Contact",
    "Client Resources",
  ]);
  expect(await hrefs(page.locator(".site-nav > ul > li > a"))).toEqual([
    ["Home", "/"],
    ["Working With Us", "/working-with-us"],
    ["Fees", "/fees"],
    ["FAQs", "/faq"],
    ["Blog", "/blog"],
    ["About Us", "/about"],
    ["Contact", "/contact"],
  ]);
  expect(await hrefs(page.locator("#menu-services a"))).toEqual([
    ["Wealth Management", "/financial-services"],
    ["Tax Services", "/tax-services"],
  ]);
  await expect(page.locator("#menu-client-resources a[target=_blank]")).toHaveCount(4);
  await expect(page.locator(".site-action")).toHaveText("Schedule Meeting");
  await expect(page.locator(".site-action")).toHaveAttribute("href", "/schedule");
  await expect(page.locator(".site-nav [aria-current=page]")).toHaveText("About Us");
});

test("the footer holds the firm, its links and its documents", async ({ page }) => {
  await page.goto("/about");
  const footer = page.getByRole("contentinfo");
  await expect(footer.locator("img")).toBeAttached();
  for (const area of ["Tulsa", "Owasso", "Broken Arrow", "Bixby", "Oklahoma and US"])
    await expect(footer.getByText(area).first()).toBeVisible();
  for (const path of [
    "/financial-services",
    "/tax-services",
    "/about",
    "/blog",
    "/contact",
    "/current-job-openings",
    "/schedule",
  ])
    await expect(footer.locator(`a[href="${path}"]`), path).toHaveCount(1);
  for (const name of [
    "Facebook",
    /^X\b/,
    "LinkedIn",
    /Privacy Policy/,
    /ADV Part 2/,
    /Wealth Management Agreement/,
  ])
    await expect(footer.getByRole("link", { name }).first(), String(name)).toHaveAttribute(
      "target",
      "_blank",
    );
  await expect(footer.locator("a[href^='tel:']")).toHaveCount(1);
  await expect(footer.locator("a[href^='mailto:']")).toHaveCount(1);
  await expect(footer.locator("address")).toBeVisible();
  await expect(footer).toContainText(`© ${new Date().getFullYear()}`);
});

test("the fee examples are those of the specification, and nothing can be typed", async ({ page }) => {
  await page.goto("/fee-calculator");
  const rows = await page
    .locator(".examples tbody tr")
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  expect(rows).toEqual([
    ["$500,000", "$6,250", "$521"],
    ["$1,000,000", "$12,500", "$1,042"],
    ["$1,500,000", "$17,500", "$1,458"],
    ["$2,500,000", "$26,250", "$2,188"],
  ]);
  for (const rate of ["1.25%", "1.00%", "0.75%"]) await expect(page.locator("main")).toContainText(rate);
  await expect(page.locator("main :is(input, button, [data-island])")).toHaveCount(0);
  for (const path of ["/fees", "/schedule"])
    await expect(page.locator(`main a[href="${path}"]`).first()).toBeVisible();
});

test("a consultation is chosen of four, each in a new tab", async ({ page }) => {
  await page.goto("/schedule");
  for (const [heading, names] of [
    ["Prospective Clients", ["Wealth Management Intro", "Tax Preparation Intro"]],
    ["Existing Clients", ["30 Minute", "60 Minute"]],
  ] as const) {
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    for (const name of names) {
      const link = page.locator("main").getByRole("link", { name });
      await expect(link).toHaveAttribute("target", "_blank");
      await expect(link).toHaveAttribute("href", /^https:/);
    }
  }
});

test("questions stand in twelve categories, and each can be linked to", async ({ page }) => {
  await page.goto("/faq");
  await expect(page.locator(".faq-category")).toHaveCount(12);
  const targets = await page
    .locator(".faq-index a")
    .evaluateAll((all) => all.map((a) => a.getAttribute("href")));
  expect(targets).toHaveLength(12);
  for (const target of targets)
    await expect(page.locator(target?.replace(/^\/faq/, "") ?? "")).toHaveCount(1);
  const data = await page.locator("script[type='application/ld+json']").allTextContents();
  const faq = data.map((text) => JSON.parse(text)).find((record) => record["@type"] === "FAQPage");
  expect(faq.mainEntity).toHaveLength(await page.locator(".question").count());
});

test("there are two ways to work together, of seven steps and of four", async ({ page }) => {
  await page.goto("/working-with-us");
  const steps = page.locator(".steps");
  await expect(steps).toHaveCount(2);
  await expect(steps.nth(0).locator(".step")).toHaveCount(7);
  await expect(steps.nth(1).locator(".step")).toHaveCount(4);
  await expect(page.locator(".case")).toHaveCount(6);
  await expect(page.locator(".disclaimer").first()).toContainText(/illustrat/i);
});

test("the contact page says how, where and when", async ({ page }) => {
  await page.goto("/contact");
  const cards = page.locator(".contact_cards h3");
  await expect(cards).toHaveText(["Phone", "Email", "Office Location", "Business Hours"]);
  await expect(page.locator("main")).toContainText("within 24 business hours");
});

import { blockOf, expect, heldBack, test } from "./site";

const usual = "width=device-width, initial-scale=1";

test.use({
  userAgent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
  hasTouch: true,
});

test("a field of an iPhone locks the zoom while it has the focus, from before the script arrives", async ({
  page,
}) => {
  const arrives = await heldBack(page, "**/runtime*.js");
  await page.goto("/fees", { waitUntil: "domcontentloaded" });
  const field = page.getByLabel(blockOf("/fees", "fee_calculator").label);
  await field.focus();
  const viewport = page.locator("meta[name=viewport]");
  await expect(viewport).toHaveAttribute("content", usual);
  arrives();
  await expect(viewport).toHaveAttribute("content", `${usual}, maximum-scale=1`);
  await field.blur();
  await expect(viewport).toHaveAttribute("content", usual);
});

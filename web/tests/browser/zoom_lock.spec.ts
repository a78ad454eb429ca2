import { blockOf, expect, heldBack, started, test } from "./site";

const label = blockOf("/fees", "fee_calculator").label;
const usual = "width=device-width, initial-scale=1";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const mac =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15";
const android =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36";

for (const [device, userAgent, platform, touches] of [
  ["an iPhone", iphone, "iPhone", 5],
  ["an old iPad", iphone.replace("iPhone;", "iPad;"), "iPad", 5],
  ["an iPad", mac, "MacIntel", 5],
  ["a Mac", mac, "MacIntel", 0],
  ["an Android phone", android, "Linux armv81", 5],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use({ userAgent, hasTouch: touches > 0 });

    test("a field locks the zoom while it has the focus, on iOS alone", async ({ page }) => {
      await page.addInitScript(
        ({ platform, touches }) => {
          Object.defineProperty(navigator, "platform", { get: () => platform });
          Object.defineProperty(navigator, "maxTouchPoints", { get: () => touches });
        },
        { platform, touches },
      );
      await page.goto("/fees");
      const viewport = page.locator("meta[name=viewport]");
      const field = page.getByLabel(label);
      const focused = /iPhone|iPad/.test(device) ? `${usual}, maximum-scale=1` : usual;
      for (let times = 0; times < 2; times += 1) {
        await expect(viewport).toHaveAttribute("content", usual);
        await field.focus();
        await expect(viewport).toHaveAttribute("content", focused);
        await started(page, "fee_calculator");
        await page.keyboard.type("75");
        await expect(viewport).toHaveAttribute("content", focused);
        await field.blur();
      }
      await expect(viewport).toHaveAttribute("content", usual);
      await page.locator(".site-footer a").first().focus();
      await expect(viewport, "a link is no field").toHaveAttribute("content", usual);
    });
  });
}

test.describe("on a slow network", () => {
  test.use({ userAgent: iphone, hasTouch: true });

  test("a field that has the focus before the script arrives locks the zoom too", async ({ page }) => {
    const arrives = await heldBack(page, "**/runtime*.js");
    await page.goto("/fees", { waitUntil: "domcontentloaded" });
    await page.getByLabel(label).focus();
    const viewport = page.locator("meta[name=viewport]");
    await expect(viewport).toHaveAttribute("content", usual);
    arrives();
    await expect(viewport).toHaveAttribute("content", `${usual}, maximum-scale=1`);
  });
});

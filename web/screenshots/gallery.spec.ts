// `npm run screenshots` compares each example of the gallery, in windows of three widths and both color schemes, with the
// pictures that `npm run screenshots -- --update-snapshots` took.

import { expect, test } from "@playwright/test";
import { galleryRoute } from "../gallery/pages";
import { examples } from "../src/blocks/examples";
import { type ExampleName, namedExamples } from "../src/blocks/named_examples";

for (const [kind, block] of Object.entries(examples)) {
  test(kind, async ({ page }) => {
    for (const name of Object.keys(namedExamples(block)) as ExampleName[]) {
      await page.goto(galleryRoute(block.kind, name));
      await expect(page.locator("body.fonts-loaded")).toBeAttached();
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          const file = `${kind}-${name}-${width}-${colorScheme}.png`;
          await expect.soft(page.locator("main")).toHaveScreenshot(file);
        }
      }
    }
  });
}

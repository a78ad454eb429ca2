import { defineConfig } from "@playwright/test";
import { chromiumOptions } from "../scripts/browser.mjs";

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  // Not committed: each system renders fonts differently.
  snapshotPathTemplate: "../.cache/screenshots/{arg}{ext}",
  fullyParallel: false,
  workers: 2,
  timeout: 300_000,
  use: { contextOptions: { reducedMotion: "reduce" }, launchOptions: chromiumOptions },
});

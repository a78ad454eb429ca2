import { defineConfig } from "@playwright/test";
import { chromiumOptions } from "../scripts/browser";
import { webServer } from "../scripts/servers";

export default defineConfig({
  webServer,
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: "../test-results",
  reporter: "line",
  workers: 1,
  // Lighthouse loads each page several times.
  timeout: 0,
  use: { launchOptions: chromiumOptions },
});

import { defineConfig } from "@playwright/test";
import { chromiumOptions } from "../scripts/browser";

const url = "http://127.0.0.1:8182";

export default defineConfig({
  webServer: { command: "node ../dev/server.mjs --gallery --port=8182", url },
  testDir: ".",
  outputDir: "../test-results",
  // Not committed: each system renders fonts differently.
  snapshotPathTemplate: "../.cache/screenshots/{arg}{ext}",
  fullyParallel: false,
  workers: 2,
  timeout: 300_000,
  use: { baseURL: url, contextOptions: { reducedMotion: "reduce" }, launchOptions: chromiumOptions },
});

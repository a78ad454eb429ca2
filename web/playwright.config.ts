import { defineConfig } from "@playwright/test";

const { SITE_URL, CHROMIUM } = process.env;

if (!SITE_URL)
  throw new Error(
    "expected SITE_URL, the address of a running server. Run `cargo site test`, which sets it.",
  );

export default defineConfig({
  testDir: "tests/browser",
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // A busy machine is slow, not wrong.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: SITE_URL,
    launchOptions: {
      ...(CHROMIUM && { executablePath: CHROMIUM }),
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    },
  },
});

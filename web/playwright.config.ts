import { defineConfig } from "@playwright/test";

const { SITE_URL, FIXTURE_URL, CHROMIUM } = process.env;

if (!SITE_URL || !FIXTURE_URL)
  throw new Error(
    "expected SITE_URL and FIXTURE_URL, the addresses of running servers of the site and of the fixture site. Run `cargo site test`, which sets them.",
  );

const everyRoute = "routes.spec.ts";

export default defineConfig({
  testDir: "tests/browser",
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // A busy machine is slow, not wrong: these end only what has come to a standstill.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: {
    // Motion has tests of its own: whether a transition between views takes place depends on how busy the machine is.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(CHROMIUM && { executablePath: CHROMIUM }),
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    },
  },
  projects: [
    // What the pages do, on the tests' own site: no word of the firm's can change the outcome.
    { name: "behaviour", testIgnore: everyRoute, use: { baseURL: FIXTURE_URL } },
    // What holds on every page, whatever pages there are.
    { name: "routes", testMatch: everyRoute, use: { baseURL: SITE_URL } },
  ],
});

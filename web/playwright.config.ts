import { defineConfig } from "@playwright/test";
import { engines } from "./tests/engines/browser";

const { SITE_URL, FIXTURE_URL, CHROMIUM } = process.env;

if (!SITE_URL || !FIXTURE_URL)
  throw new Error(
    "expected SITE_URL and FIXTURE_URL, the addresses of running servers of the site and of the fixture site. Run `cargo site test`, which sets them.",
  );

const everyRoute = "routes.spec.ts";
const contract = "contract.spec.ts";

export default defineConfig({
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // A busy machine is slow, not wrong: these end only what has come to a standstill.
  timeout: 300_000,
  expect: { timeout: 30_000, toPass: { timeout: 30_000 } },
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
    {
      name: "behavior",
      testDir: "tests/browser",
      testIgnore: [everyRoute, contract],
      use: { baseURL: FIXTURE_URL },
    },
    // What holds on every page, whatever pages there are.
    { name: "routes", testDir: "tests/browser", testMatch: everyRoute, use: { baseURL: SITE_URL } },
    // What the specification dictates and code decides.
    { name: "contract", testDir: "tests/browser", testMatch: contract, use: { baseURL: SITE_URL } },
    // What differs between engines, in each of them: one browser at a time, which its tests share.
    ...engines.map((name) => ({ name, testDir: "tests/engines", fullyParallel: false })),
    // The programs between a page and its visitor.
    { name: "extensions", testDir: "tests/extensions", fullyParallel: false },
  ],
});

import { defineConfig } from "@playwright/test";
import { chromiumOptions } from "./scripts/browser";
import { webServer } from "./scripts/servers";
import { engines } from "./tests/engines/browser";

const { SITE_URL = "", FIXTURE_URL = "" } = process.env;

const everyRoute = "routes.spec.ts";
const contract = "contract.spec.ts";

export default defineConfig({
  webServer,
  // The tests of long.config.ts.
  grepInvert: /@long/,
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // A busy machine is slow, not broken: these limits end only tests that hang.
  timeout: 300_000,
  expect: { timeout: 30_000, toPass: { timeout: 30_000 } },
  use: {
    // Separate tests cover motion: a busy machine may skip a transition between views.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: chromiumOptions,
  },
  projects: [
    // The pages' behavior, on the tests' own site: the firm's words can't change the outcome.
    {
      name: "behavior",
      testDir: "tests/browser",
      testIgnore: [everyRoute, contract],
      use: { baseURL: FIXTURE_URL },
    },
    // The rules that every page must follow, whichever pages exist.
    { name: "routes", testDir: "tests/browser", testMatch: everyRoute, use: { baseURL: SITE_URL } },
    // The parts of the specification that code decides.
    { name: "contract", testDir: "tests/browser", testMatch: contract, use: { baseURL: SITE_URL } },
    // The differences between engines: one browser at a time, which an engine's tests share.
    ...engines.map((name) => ({ name, testDir: "tests/engines", fullyParallel: false })),
    // Extensions and translators, between a page and its visitor.
    { name: "extensions", testDir: "tests/extensions", fullyParallel: false },
  ],
});

import { defineConfig } from "@playwright/test";
import { chromiumOptions } from "./scripts/browser.mjs";
import { servers } from "./scripts/servers.mjs";
import { engines } from "./tests/engines/browser";

// Tests read their addresses from the environment.
for (const { variable, url } of servers) process.env[variable] = url;
const { SITE_URL = "", FIXTURE_URL = "" } = process.env;

const everyRoute = "routes.spec.ts";
const contract = "contract.spec.ts";

export default defineConfig({
  // What `cargo site test` has not started is started here, one after another.
  webServer: servers
    .filter(({ isGiven }) => !isGiven)
    .map(({ url, arguments_, cwd, timeout }) => ({
      command: `cargo ${arguments_.join(" ")}`,
      url,
      cwd,
      timeout,
      reuseExistingServer: false,
    })),
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
    launchOptions: chromiumOptions,
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

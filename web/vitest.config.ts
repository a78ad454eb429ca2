import { mergeConfig } from "vite";
import { defineConfig } from "vitest/config";
import site from "./vite.config.ts";

// In a separate file: a build has no Vitest.
export default mergeConfig(
  site,
  defineConfig({
    test: {
      include: ["{src,scripts,budgets}/**/*.test.{ts,tsx}"],
      // Style sheets are what a build makes of them, and not empty.
      css: true,
      // Node's own modules, as in a build: Vite would rewrite their paths for a browser.
      server: { deps: { external: [/\/web\/scripts\/.*\.mjs$/] } },
      // A busy machine is slow, not wrong.
      testTimeout: 60_000,
      // One process that keeps what it has imported takes half the processor time of one for each file.
      isolate: false,
      maxWorkers: 1,
    },
  }),
);

import { mergeConfig } from "vite";
import { defineConfig } from "vitest/config";
import site from "./vite.config.ts";

// In a separate file, because a build runs without Vitest.
export default mergeConfig(
  site,
  defineConfig({
    test: {
      include: ["{src,scripts,budgets}/**/*.test.{ts,tsx}"],
      // Compiles style sheets as a build does, instead of leaving them empty.
      css: true,
      // Node's own modules load directly, as in a build: Vite would rewrite their paths for browsers.
      server: { deps: { external: [/\/web\/scripts\/.*\.mjs$/] } },
      // A busy machine is slow, not broken.
      testTimeout: 60_000,
      // One process that keeps its imports takes half the processor time of a process per file.
      isolate: false,
      maxWorkers: 1,
    },
  }),
);

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
      // A busy machine is slow, not broken.
      testTimeout: 60_000,
      // One process that keeps its imports takes half the processor time of a process per file.
      isolate: false,
      maxWorkers: 1,
    },
  }),
);

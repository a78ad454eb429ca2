import { mergeConfig } from "vite";
import { defineConfig } from "vitest/config";
import site from "./vite.config.ts";

// In a separate file: a build has no Vitest.
export default mergeConfig(
  site,
  defineConfig({
    test: {
      include: ["{src,scripts,budgets}/**/*.test.{ts,tsx}"],
      // A busy machine is slow, not wrong.
      testTimeout: 60_000,
      // One process that keeps what it has imported takes half the processor time of one for each file.
      isolate: false,
      maxWorkers: 1,
    },
  }),
);

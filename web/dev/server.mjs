// `cargo site dev` starts this server. It renders each page when a browser requests it, and tells open pages when something
// has changed. The content and its problems arrive on standard input (site-cli/src/dev.rs); this process exits when the
// input ends. With `--gallery`, it serves the tests' own site, and an example of each block below /gallery.
//
// This module starts Vite, and has it run pages.ts.

import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createServer } from "vite";

// As in a build, React's production build renders the pages, because it is faster.
process.env.NODE_ENV = "production";

const { values } = parseArgs({
  options: {
    host: { type: "string", default: "127.0.0.1" },
    port: { type: "string", default: "8080" },
    gallery: { type: "boolean", default: false },
  },
});
const vite = await createServer({
  root: fileURLToPath(new URL("..", import.meta.url)),
  cacheDir: ".cache/vite",
  appType: "custom",
  clearScreen: false,
  logLevel: "warn",
  server: {
    host: values.host,
    port: Number(values.port),
    strictPort: true,
    // If its configuration changed, Vite would restart without the pages.
    watch: {
      ignored: ["dist", ".cache", "test-results", "tests", "*.config.ts"].map((name) => `**/${name}/**`),
      // Milliseconds. Without it, the watcher ignores a second save within 50 ms, such as a formatter's.
      awaitWriteFinish: { stabilityThreshold: 10, pollInterval: 5 },
    },
  },
  // All dependencies before a browser asks: finding one later would reload the page.
  optimizeDeps: {
    noDiscovery: true,
    include: ["idiomorph", "react", "react-dom", "react-dom/client", "react/jsx-runtime"],
    // In browsers, React's development build reports mistakes.
    rolldownOptions: { transform: { define: { "process.env.NODE_ENV": '"development"' } } },
  },
  plugins: [
    {
      name: "site-pages",
      hotUpdate({ modules }) {
        if (this.environment.name !== "ssr" || modules.length === 0) return;
        // Vite knows which modules import this one, and runs them again when they are next imported.
        vite.watcher.emit("site:edit");
        return [];
      },
    },
  ],
});
const { runner } = /** @type {import("vite").RunnableDevEnvironment} */ (vite.environments.ssr);
/** @type {typeof import("./pages.ts")} */
const { servePages } = await runner.import("/dev/pages.ts");
await servePages(vite, values.gallery);

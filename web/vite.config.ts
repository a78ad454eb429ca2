import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const version = (major: number, minor = 0) => (major << 16) | (minor << 8);

export default defineConfig({
  css: {
    transformer: "lightningcss",
    // Named again for the styles in pages: those are bundled for Node, where build.target says nothing of CSS.
    lightningcss: {
      targets: { chrome: version(123), edge: version(123), firefox: version(128), safari: version(17, 5) },
    },
  },
  build: {
    // The oldest browsers that know popovers, light-dark() and nesting.
    target: ["chrome123", "edge123", "firefox128", "safari17.5"],
    cssMinify: "lightningcss",
    modulePreload: false,
    assetsInlineLimit: 0,
    emptyOutDir: false,
    reportCompressedSize: false,
  },
  // The gallery shows the pictures of the tests' own site.
  server: { fs: { allow: [".", "../site-schema/tests/content/images"] } },
  publicDir: fileURLToPath(new URL("./public", import.meta.url)),
  test: { include: ["{src,scripts,budgets}/**/*.test.{ts,tsx}"] },
});

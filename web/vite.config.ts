import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { plainImports, scriptImports } from "./scripts/vite_plugins.mjs";

const version = (major: number, minor = 0) => (major << 16) | (minor << 8);

/** The oldest browsers that support layers, containers and media ranges; the build replaces other features that they lack. */
const oldest = { chrome: [111], edge: [111], firefox: [115], safari: [16, 4], ios: [16, 4] } as const;

const target = Object.entries(oldest).map(([name, parts]) => name + parts.join("."));

export default defineConfig({
  plugins: [scriptImports(target), plainImports],
  css: {
    transformer: "lightningcss",
    // Repeated for the styles in pages: their bundle is for Node, and build.target doesn't apply to its CSS.
    lightningcss: {
      targets: Object.fromEntries(
        Object.entries(oldest).map(([name, [major, minor]]) => [
          name === "ios" ? "ios_saf" : name,
          version(major, minor),
        ]),
      ),
    },
  },
  build: {
    target,
    cssMinify: "lightningcss",
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  // The gallery uses the pictures of the tests' own site.
  server: { fs: { allow: [".", "../site-schema/tests/content/images"] } },
  publicDir: fileURLToPath(new URL("./public", import.meta.url)),
});

import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { plainImports, scriptImports } from "./scripts/vite_plugins.mjs";

const version = (major: number, minor = 0) => (major << 16) | (minor << 8);

/** The oldest browsers that layers, containers and media ranges work in; what they lack besides is made of what they have. */
const oldest = { chrome: [111], edge: [111], firefox: [115], safari: [16, 4], ios: [16, 4] } as const;

const target = Object.entries(oldest).map(([name, parts]) => name + parts.join("."));

export default defineConfig({
  plugins: [scriptImports(target), plainImports],
  css: {
    transformer: "lightningcss",
    // Named again for the styles in pages: those are bundled for Node, where build.target says nothing of CSS.
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
  // The gallery shows the pictures of the tests' own site.
  server: { fs: { allow: [".", "../site-schema/tests/content/images"] } },
  publicDir: fileURLToPath(new URL("./public", import.meta.url)),
});

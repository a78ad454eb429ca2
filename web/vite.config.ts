import { fileURLToPath } from "node:url";
import { build, defineConfig, type Plugin, type Rolldown } from "vite";

const version = (major: number, minor = 0) => (major << 16) | (minor << 8);

/** The oldest browsers that support layers, containers and media ranges; the build replaces other features that they lack. */
const oldest = { chrome: [111], edge: [111], firefox: [115], safari: [16, 4], ios: [16, 4] } as const;

const target = Object.entries(oldest).map(([name, parts]) => name + parts.join("."));

export default defineConfig({
  plugins: [scriptImports(), plainImports()],
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
  publicDir: fileURLToPath(new URL("./public", import.meta.url)),
});

/** `import code from "./fold_answers.ts?script"` returns the text of an inline script, bundled with everything that it imports. */
function scriptImports(): Plugin {
  const suffix = "?script";
  return {
    name: "script-imports",
    async load(id) {
      if (!id.endsWith(suffix)) return undefined;
      const result = await build({
        configFile: false,
        logLevel: "warn",
        plugins: [plainImports()],
        build: {
          target,
          write: false,
          rolldownOptions: { input: id.slice(0, -suffix.length), output: { format: "iife" } },
        },
      });
      const [script] = (result as Rolldown.RolldownOutput).output;
      for (const file of script.moduleIds) this.addWatchFile(file);
      return `export default ${JSON.stringify(script.code.trim())};`;
    },
  };
}

/**
 * Leaves `import()` to the browser: Vite would add a helper that preloads the other files of an island's script. No
 * island has other files, and the helper would add 600 bytes to every page.
 */
function plainImports(): Plugin {
  return {
    name: "plain-imports",
    enforce: "pre",
    load: (id) =>
      id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined,
  };
}

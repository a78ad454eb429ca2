// Vite plugins that the build, dev, the gallery and tests share.

import { build } from "vite";

/** @typedef {import("vite").Plugin} Plugin */

const SCRIPT = "?script";

/**
 * `import code from "./fold_answers.ts?script"` returns the text of an inline script, bundled separately with everything
 * that it imports.
 * @param {string[]} target the oldest browsers that must run it
 * @returns {Plugin}
 */
export function scriptImports(target) {
  return {
    name: "script-imports",
    async load(id) {
      if (!id.endsWith(SCRIPT)) return undefined;
      const result = await build({
        configFile: false,
        logLevel: "warn",
        plugins: [plainImports],
        build: {
          target,
          write: false,
          rolldownOptions: { input: id.slice(0, -SCRIPT.length), output: { format: "iife" } },
        },
      });
      const [script] = /** @type {import("vite").Rolldown.RolldownOutput} */ (result).output;
      for (const file of script.moduleIds) this.addWatchFile(file);
      return `export default ${JSON.stringify(script.code.trim())};`;
    },
  };
}

/**
 * Leaves `import()` to the browser: Vite would add a helper that preloads the other files of an island's script. No
 * island has other files, and the helper would add 600 bytes to every page.
 * @type {Plugin}
 */
export const plainImports = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) =>
    id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined,
};

// The three bundles of a build, made by one builder of Vite:
//
// client   what browsers fetch: the islands' runtime, and each island when it is needed
// inline   the script that travels in every page
// ssr      the components that make the pages, for Node

import { readdir, readFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createBuilder } from "vite";

/** @typedef {typeof import("../src/prerender.tsx")} Components */

const web = fileURLToPath(new URL("..", import.meta.url));
const RUNTIME = "runtime";
const INLINE = "src/page/after_paint.ts";

/**
 * Writes the files for browsers into a folder, and gives their addresses, the script that travels in every page, and the
 * components.
 * @param {string} clientDir
 * @param {string} ssrDir below web/, where the components find their packages
 */
export async function bundle(clientDir, ssrDir) {
  const builder = await openBuilder({
    client: {
      build: {
        outDir: clientDir,
        emptyOutDir: true,
        manifest: true,
        rolldownOptions: {
          input: { [RUNTIME]: "src/islands/runtime.ts", ...(await islandModules()) },
          output: { entryFileNames: "assets/[name]-[hash].js", chunkFileNames: "assets/[name]-[hash].js" },
        },
      },
    },
    inline,
    ssr: {
      build: {
        outDir: ssrDir,
        copyPublicDir: false,
        rolldownOptions: {
          input: "src/prerender.tsx",
          output: { entryFileNames: "prerender.mjs" },
        },
      },
    },
  });
  await build(builder, "client");
  const afterPaint = await buildInline(builder);
  await build(builder, "ssr");
  const { runtime, islands } = await readManifest(clientDir);
  const components = await import(pathToFileURL(join(ssrDir, "prerender.mjs")).href);
  return {
    scripts: { runtime, islands, afterPaint: afterPaint.code },
    components: /** @type {Components} */ (components),
  };
}

/** The script that travels in every page, alone; and the files that it is made of. */
export async function bundleInline() {
  return buildInline(await openBuilder({ inline }));
}

/** @type {import("vite").EnvironmentOptions} */
const inline = {
  consumer: "client",
  build: {
    write: false,
    rolldownOptions: { input: INLINE, output: { format: "iife" } },
  },
};

/**
 * Lets `import()` be the browser's own: Vite puts a helper round it, which would preload what an island needs besides its
 * file. None needs anything, and every page would carry the helper, 600 bytes.
 * @type {import("vite").Plugin}
 */
const plainImports = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) =>
    id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined,
};

/** @param {Record<string, import("vite").EnvironmentOptions>} environments */
function openBuilder(environments) {
  return createBuilder({ root: web, logLevel: "warn", environments, builder: {}, plugins: [plainImports] });
}

/**
 * @param {import("vite").ViteBuilder} builder
 * @param {string} name
 */
async function build(builder, name) {
  const environment = builder.environments[name];
  if (!environment) throw new Error(`expected a bundle ${name}, found ${Object.keys(builder.environments)}`);
  const output = await builder.build(environment);
  return /** @type {import("vite").Rolldown.RolldownOutput} */ (output).output;
}

/** @param {import("vite").ViteBuilder} builder */
async function buildInline(builder) {
  const [script] = await build(builder, "inline");
  return { code: script.code.trim(), files: script.moduleIds };
}

/** The module of each island, by the folder that it is in. */
async function islandModules() {
  /** @type {Record<string, string>} */
  const modules = {};
  for (const file of await readdir(join(web, "src"), { recursive: true })) {
    if (basename(file) === "mount.ts") modules[basename(dirname(file))] = join(web, "src", file);
  }
  return modules;
}

/**
 * Reads which file each script has become, and takes that list away: visitors have no use for it.
 * @param {string} clientDir
 */
async function readManifest(clientDir) {
  const folder = join(clientDir, ".vite");
  /** @type {import("vite").Manifest} */
  const manifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
  await rm(folder, { recursive: true });
  let runtime = "";
  /** @type {Record<string, string>} */
  const islands = {};
  for (const { name = "", file, isEntry } of Object.values(manifest)) {
    if (!isEntry) continue;
    if (name === RUNTIME) runtime = `/${file}`;
    else islands[name] = `/${file}`;
  }
  return { runtime, islands };
}

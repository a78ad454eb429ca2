// The three bundles of a build, made by one builder of Vite:
//
// client   what browsers fetch: the islands' runtime, and each island when it is needed
// inline   the scripts that travel in pages, each alone
// ssr      the components that make the pages, for Node

import { readdir, readFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createBuilder } from "vite";

/** @typedef {typeof import("../src/prerender.tsx")} Components */
/** @typedef {import("../src/site/assets.ts").InlineScripts} InlineScripts */

const web = fileURLToPath(new URL("..", import.meta.url));
const RUNTIME = "runtime";
/** The modules of the scripts that travel in pages. @type {InlineScripts} */
const INLINE = {
  afterPaint: "src/page/after_paint.ts",
  foldAnswers: "src/blocks/faq/fold_answers.ts",
  markNext: "src/blocks/calendar/mark_next.ts",
};

/**
 * Writes the files for browsers into a folder, and gives their addresses, the scripts that travel in pages, and the
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
    ...inlineEnvironments(),
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
  const inline = await buildInline(builder);
  await build(builder, "ssr");
  const { runtime, islands } = await readManifest(clientDir);
  const components = await import(pathToFileURL(join(ssrDir, "prerender.mjs")).href);
  return {
    scripts: { runtime, islands, ...inline.scripts },
    components: /** @type {Components} */ (components),
  };
}

/** The scripts that travel in pages, and the files that they are made of. */
export async function bundleInline() {
  return buildInline(await openBuilder(inlineEnvironments()));
}

/** An environment for each of these scripts: what runs by itself is bundled by itself. */
function inlineEnvironments() {
  /** @type {Record<string, import("vite").EnvironmentOptions>} */
  const environments = {};
  for (const [name, input] of Object.entries(INLINE)) {
    environments[name] = {
      consumer: "client",
      build: { write: false, rolldownOptions: { input, output: { format: "iife" } } },
    };
  }
  return environments;
}

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
  const scripts = { ...INLINE };
  /** @type {string[]} */
  const files = [];
  for (const name of /** @type {(keyof InlineScripts)[]} */ (Object.keys(INLINE))) {
    const [script] = await build(builder, name);
    scripts[name] = script.code.trim();
    files.push(...script.moduleIds);
  }
  return { scripts, files };
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

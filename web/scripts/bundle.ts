// The two bundles of a build, which one Vite builder makes:
//
// client   the files for browsers: the islands' runtime, and each island, loaded on demand
// ssr      the components that render the pages, for Node

import { readdir, readFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { createBuilder, type Manifest } from "vite";
import type { Scripts } from "../src/site/assets";

export type Components = typeof import("../src/prerender");

const web = join(import.meta.dirname, "..");
const RUNTIME = "runtime";

/**
 * Writes the files for browsers into a folder, and returns their addresses and the components. `ssrDir` is below web/,
 * where the components find their packages.
 */
export async function bundle(clientDir: string, ssrDir: string) {
  const environments = {
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
  };
  const builder = await createBuilder({ root: web, logLevel: "warn", environments, builder: {} });
  await builder.buildApp();
  const scripts = await readManifest(clientDir);
  const module = pathToFileURL(join(ssrDir, "prerender.mjs")).href;
  const components: Components = await import(/* @vite-ignore */ module);
  return { scripts, components };
}

/** The module of each island, by the name of its folder. */
async function islandModules(): Promise<Record<string, string>> {
  const modules: Record<string, string> = {};
  for (const file of await readdir(join(web, "src"), { recursive: true })) {
    if (basename(file) === "mount.ts") modules[basename(dirname(file))] = join(web, "src", file);
  }
  return modules;
}

/** Reads the manifest, which maps each script to its file, and deletes it: visitors don't need it. */
async function readManifest(clientDir: string): Promise<Required<Scripts>> {
  const folder = join(clientDir, ".vite");
  const manifest: Manifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
  await rm(folder, { recursive: true });
  let runtime = "";
  const islands: Record<string, string> = {};
  for (const { name = "", file, isEntry } of Object.values(manifest)) {
    if (!isEntry) continue;
    if (name === RUNTIME) runtime = `/${file}`;
    else islands[name] = `/${file}`;
  }
  return { runtime, islands };
}

// `npm run build`: the compiled content in, dist/ out.
//
// 1. read the content        target/site/content.json, or the file that SITE_CONTENT names
// 2. bundle for browsers     the islands' runtime and one chunk for each island
// 3. bundle for Node         the components that make the pages
// 4. make the pictures       every format and width, kept in .cache/pictures/ for the next build
// 5. prerender               one HTML file for each route, the files the pages refer to, and what content they show
// 6. put into place          dist/, or the folder that SITE_DIST names, is replaced by renaming, so that a killed build never
//                            leaves half a site

import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build as vite } from "vite";
import { collectAssets } from "./assets.mjs";
import { readCompiled } from "./compiled.mjs";
import { assertCovered } from "./fonts.mjs";

// React's development build would end up in the pages' bundle otherwise.
process.env.NODE_ENV = "production";

const web = fileURLToPath(new URL("..", import.meta.url));
const cache = join(web, ".cache");
const dist = resolve(process.env.SITE_DIST ?? join(web, "dist"));
const imagesDir = resolve(process.env.SITE_IMAGES ?? join(web, "../content/images"));

await mkdir(cache, { recursive: true });
for (const left of await readdir(cache)) {
  if (left.startsWith("build-")) await rm(join(cache, left), { recursive: true, force: true });
}
const work = await mkdtemp(join(cache, "build-"));
try {
  await main(join(work, "site"), join(work, "node"));
} catch (error) {
  console.error(`\nbuild failed: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  await rm(work, { recursive: true, force: true });
}

/**
 * @param {string} site
 * @param {string} node
 */
async function main(site, node) {
  const build = await phase("content", async () => {
    const read = readCompiled();
    const { pages, articles } = read.content;
    return [read, `${pages.length} pages and ${articles.length} articles`];
  });
  const scripts = await phase("browser bundle", async () => {
    const { count, ...bundled } = await bundleForBrowsers(site);
    return [{ ...bundled, afterPaint: await scriptToInline("src/page/after_paint.ts") }, `${count} scripts`];
  });
  const prerender = await phase("page bundle", async () => [await bundleForNode(node), "ready"]);
  const { assets, characters, write } = await phase("pictures and fonts", async () => {
    const { content } = build;
    const made = await collectAssets({ content, imagesDir, cacheDir: join(cache, "pictures"), scripts });
    return [made, `${made.count} examined`];
  });
  await phase("prerender", async () => {
    const { pages, articles } = build.content;
    const routes = [...pages, ...articles].map(({ route }) => route);
    const folders = new Set(routes.map((route) => dirname(fileOf(site, route))));
    await Promise.all([...folders].map((folder) => mkdir(folder, { recursive: true })));
    const written = [];
    for await (const { route, html } of prerender(build, assets)) {
      assertCovered(html, characters);
      written.push(writeFile(fileOf(site, route), html));
    }
    await Promise.all(written);
    // The server's table is made of this content and no other.
    await writeFile(join(site, ".content"), `${build.digest}\n`);
    return [undefined, `${written.length} pages and ${await write(site)} files`];
  });
  await phase("into place", async () => {
    await putIntoPlace(site);
    return [undefined, `${relative(process.cwd(), dist) || dist}/`];
  });
}

/** @param {string} outDir */
async function bundleForBrowsers(outDir) {
  const output = await vite({
    root: web,
    logLevel: "warn",
    build: {
      outDir,
      rollupOptions: {
        input: { runtime: join(web, "src/islands/runtime.ts") },
        output: { entryFileNames: "assets/[name]-[hash].js", chunkFileNames: islandFile },
      },
    },
  });
  const files = [output].flat().flatMap((each) => ("output" in each ? each.output : []));
  const entry = files.find((file) => file.type === "chunk" && file.isEntry);
  if (!entry) throw new Error("the browser bundle has no entry");
  const chunks = files.filter((file) => file.type === "chunk");
  const islands = Object.fromEntries(
    chunks.flatMap((chunk) => {
      const name = islandOf(chunk);
      return name ? [[name, `/${chunk.fileName}`]] : [];
    }),
  );
  return { runtime: `/${entry.fileName}`, islands, count: chunks.length };
}

/**
 * A script that runs as it stands in a page.
 * @param {string} entry
 */
async function scriptToInline(entry) {
  const output = await vite({
    root: web,
    logLevel: "warn",
    publicDir: false,
    build: {
      write: false,
      rollupOptions: { input: join(web, entry), output: { format: "iife" } },
    },
  });
  const [script] = [output].flat().flatMap((each) => ("output" in each ? each.output : []));
  if (script?.type !== "chunk") throw new Error(`the bundle of ${entry} holds no script`);
  return script.code.trim();
}

/** @typedef {{ name: string, facadeModuleId: string | null }} Chunk */

/** @param {Chunk} chunk */
function islandFile(chunk) {
  return `assets/${islandOf(chunk) ?? chunk.name}-[hash].js`;
}

/**
 * An island's chunk is named after its folder.
 * @param {Chunk} chunk
 */
function islandOf({ facadeModuleId }) {
  return facadeModuleId?.match(/\/(\w+)\/mount\.ts$/)?.[1];
}

/**
 * @param {string} outDir
 * @returns {Promise<typeof import("../src/prerender.tsx").prerender>}
 */
async function bundleForNode(outDir) {
  await vite({
    root: web,
    logLevel: "warn",
    publicDir: false,
    build: {
      outDir,
      ssr: join(web, "src/prerender.tsx"),
      rollupOptions: { output: { entryFileNames: "prerender.mjs" } },
    },
  });
  const bundle = await import(pathToFileURL(join(outDir, "prerender.mjs")).href);
  return bundle.prerender;
}

/**
 * A page's file is its route: /blog/x is blog/x.html.
 * @param {string} site
 * @param {string} route
 */
function fileOf(site, route) {
  return join(site, route === "/" ? "index.html" : `${route}.html`);
}

/** @param {string} site */
async function putIntoPlace(site) {
  const old = join(work, "old");
  await mkdir(dirname(dist), { recursive: true });
  await rename(dist, old).catch(() => {});
  await rename(site, dist);
}

/**
 * Runs one phase and says how it went. It returns its result and a line about it.
 * @template T
 * @param {string} name
 * @param {() => Promise<[T, string]>} run
 * @returns {Promise<T>}
 */
async function phase(name, run) {
  const start = performance.now();
  const [result, about] = await run();
  console.log(`  ${name.padEnd(16)}${about} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  return result;
}

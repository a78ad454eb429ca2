// `npm run build` makes dist/ from the compiled content:
//
// 1. read the content        target/site/content.json, or the file that SITE_CONTENT names
// 2. bundle                  the scripts for browsers, and the components for Node
// 3. make the pictures       every format and width, kept in .cache/pictures/ for the next build
// 4. prerender               one HTML file for each route, the files that pages refer to, and the content they show;
//                            later editions, below .editions/, hold the pages that differ from the edition before
// 5. put into place          dist/, or the folder that SITE_DIST names, is built next to its place and moved there when
//                            complete, so that a build that is killed never leaves half a site

import { createHash } from "node:crypto";
import { existsSync, renameSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import type { Compiled } from "../src/content";
import { createAssets } from "./assets";
import { bundle, type Components } from "./bundle";
import { cacheDir, chosenSite, readCompiled } from "./compiled";
import { temporaryFolder } from "./temporary";

const web = join(import.meta.dirname, "..");
const cache = join(web, ".cache");
const dist = resolve(process.env.SITE_DIST ?? join(web, "dist"));

/** The folder of the later editions, each in a folder named by its start in seconds since 1970. */
const LATER = ".editions";

try {
  await main();
} catch (error) {
  console.error(`\nbuild failed: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

async function main() {
  // On the same disk as dist/: between disks a folder can't be renamed, only copied.
  const work = await temporaryFolder(`${dist}.build-`);
  const site = join(work, "site");
  const build = await phase("content", async () => {
    const read = readCompiled();
    const { pages, articles } = read.content;
    const later = read.editions.length - 1;
    const about = later > 0 ? `, and ${later} later editions` : "";
    const file = relative(process.cwd(), chosenSite.file);
    return [read, `${pages.length} pages and ${articles.length} articles${about}, from ${file}`];
  });
  const { scripts, components } = await phase("bundles", async () => {
    const bundles = await bundle(site, await temporaryFolder(join(cache, "components-")));
    return [bundles, `${Object.keys(bundles.scripts.islands).length} islands`];
  });
  const assets = await phase("pictures and fonts", async () => {
    const { text } = build;
    const { imagesDir } = chosenSite;
    const assets = await createAssets("build", { text, imagesDir, cacheDir, scripts: () => scripts });
    return [assets, `${assets.count} examined`];
  });
  await phase("prerender", async () => {
    const count = await writePages(site, build, components, assets);
    // The server's table must be made from the same content.
    await writeFile(join(site, ".content"), `${build.digest}\n`);
    return [undefined, `${count} pages and ${await assets.write(site)} files`];
  });
  await phase("into place", async () => {
    putIntoPlace(work, site);
    return [undefined, `${relative(process.cwd(), dist) || dist}/`];
  });
}

/** Writes the pages of the first edition, and of each later one the pages that differ from the route's last version. */
async function writePages(
  site: string,
  { year, editions }: Compiled,
  components: Components,
  assets: Awaited<ReturnType<typeof createAssets>>,
): Promise<number> {
  /** The digest of the last version of each route. */
  const digests = new Map<string, string>();
  let count = 0;
  for (const edition of editions) {
    const folder = edition.starts === null ? site : join(site, LATER, String(edition.starts));
    const files = await assets.assetsOf(edition.content.site, edition.starts);
    for await (const { route, html } of components.prerender({ year, ...edition }, files)) {
      const digest = createHash("sha256").update(html).digest("base64");
      if (digests.get(route) === digest) continue;
      digests.set(route, digest);
      assets.assertCovered(html);
      const file = fileOf(folder, route);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, html);
      count += 1;
    }
  }
  if (editions.length > 1) {
    await mkdir(join(site, LATER), { recursive: true });
    await writeFile(join(site, LATER, "files.json"), `${JSON.stringify(assets.starts())}\n`);
  }
  return count;
}

/** The file is named after the route: /blog/x is blog/x.html. */
function fileOf(site: string, route: string): string {
  return join(site, route === "/" ? "index.html" : `${route}.html`);
}

/** Moves the site into place. Both steps are synchronous: no signal that this process handles comes in between. */
function putIntoPlace(work: string, site: string): void {
  if (existsSync(dist)) renameSync(dist, join(work, "old"));
  renameSync(site, dist);
}

/** Runs one phase, and prints the line that it returns with its result. */
async function phase<T>(name: string, run: () => Promise<[T, string]>): Promise<T> {
  const start = performance.now();
  const [result, about] = await run();
  console.log(`  ${name.padEnd(16)}${about} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  return result;
}

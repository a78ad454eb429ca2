// Takes pictures of pages that look different after a change, for `cargo site diff --screenshots`.
// Both sides are built with the current components, and rendered in a real browser.
//
// SITE_SCREENSHOTS names a file with the request (`Wanted`). The script prints its result as one line of JSON (`Taken`).

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import type { Browser } from "@playwright/test";
import { withBrowser } from "../scripts/browser";

type Side = "before" | "after";
type Pair = Record<Side, string | null>;
type Wanted = Record<Side, { content: string; images: string }> & { pages: Pair[]; folder: string };
type Shot = Pair & { width: number; files: Pair };
type Taken = { shots: Shot[]; left_out: number };

/** The most pages: more would repeat one change, such as a phone number. */
const MOST = 12;
const WIDTHS = [360, 1280];
const ORIGIN = "http://site.test";
const SIDES: Side[] = ["before", "after"];

const web = join(import.meta.dirname, "..");
const wanted: Wanted = JSON.parse(await readFile(process.env.SITE_SCREENSHOTS ?? "", "utf8"));

await mkdir(join(web, ".cache"), { recursive: true });
const work = await mkdtemp(join(web, ".cache/screenshots-"));
try {
  for (const side of SIDES) await build(side);
  const differing = [];
  for (const pair of wanted.pages) if (await differs(pair)) differing.push(pair);
  const shots = await take(differing.slice(0, MOST));
  const taken: Taken = { shots, left_out: Math.max(0, differing.length - MOST) };
  console.log(JSON.stringify(taken));
} finally {
  await rm(work, { recursive: true, force: true });
}

async function build(side: Side): Promise<void> {
  const { content, images } = wanted[side];
  const env = { ...process.env, SITE_CONTENT: content, SITE_IMAGES: images, SITE_DIST: join(work, side) };
  await promisify(execFile)(process.execPath, ["scripts/build.mjs"], { cwd: web, env });
}

/** Returns true if two pages may look different. The names of scripts, styles and fonts don't count. */
async function differs(pair: Pair): Promise<boolean> {
  const [before, after] = await Promise.all(
    SIDES.map(async (side) => {
      const route = pair[side];
      const html = route === null ? "" : await readFile(join(work, side, fileOf(route)), "utf8");
      return html.replace(/(\/assets\/[\w-]+)-[\w-]{8}(\.(?:css|js|woff2))/g, "$1$2");
    }),
  );
  return before !== after;
}

function fileOf(route: string): string {
  return route === "/" ? "index.html" : `${route.slice(1)}.html`;
}

async function take(pages: Pair[]): Promise<Shot[]> {
  if (pages.length === 0) return [];
  await mkdir(wanted.folder, { recursive: true });
  return withBrowser([], async (browser) => {
    const shots: Shot[] = [];
    for (const pair of pages) {
      for (const width of WIDTHS) {
        const before = await shoot(browser, "before", pair.before, width);
        const after = await shoot(browser, "after", pair.after, width);
        if (before && after?.equals(before)) continue;
        const name = `${(pair.after ?? pair.before ?? "").slice(1).replaceAll("/", "-") || "home"}-${width}`;
        const files = { before: await save(name, "before", before), after: await save(name, "after", after) };
        shots.push({ ...pair, width, files });
      }
    }
    return shots;
  });
}

async function save(name: string, side: Side, shot: Buffer | null): Promise<string | null> {
  if (!shot) return null;
  const file = `${name}-${side}.png`;
  await writeFile(join(wanted.folder, file), shot);
  return file;
}

/** The whole page, once everything has loaded. */
async function shoot(browser: Browser, side: Side, route: string | null, width: number) {
  if (route === null) return null;
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: "reduce" });
  try {
    const page = await context.newPage();
    await page.route("**/*", async (request) => {
      const url = new URL(request.request().url());
      const path = decodeURIComponent(url.pathname);
      const file = join(work, side, extname(path) ? path : fileOf(path));
      if (url.origin !== ORIGIN) return request.abort();
      await request.fulfill({ path: file }).catch(() => request.abort());
    });
    await page.goto(ORIGIN + route);
    await page.locator("body.fonts-loaded").waitFor();
    await page.evaluate(async () => {
      // A page keeps its fallback fonts if its lines would move. Compare both in the site's own fonts.
      document.documentElement.classList.remove("awaits-fonts");
      await document.fonts.ready;
      const pictures = [...document.images];
      for (const picture of pictures) picture.loading = "eager";
      await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
    });
    return await page.screenshot({ fullPage: true, animations: "disabled" });
  } finally {
    await context.close();
  }
}

// Answers a request: the page as a build would render it, and the script that keeps it up to date.

import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { ErrorPayload } from "vite";
import type { createAssets } from "../scripts/assets.mjs";
import type { Build } from "../src/content";
import { errorForOverlay } from "./problems";
import { destination } from "./route";

/** A page or a redirect. */
interface Answer {
  status: number;
  html?: string;
  to?: string;
  problem?: ErrorPayload["err"];
}

interface Context {
  /** The current content; undefined without any. */
  build: () => Promise<Build | undefined>;
  assets: Awaited<ReturnType<typeof createAssets>>;
  /** Imports the current version of the components. */
  load: () => Promise<typeof import("../src/prerender")>;
  /** Rereads every module, and each picture that couldn't be read. */
  forget: () => Promise<void>;
}

/** Milliseconds: an editor that empties a file before saving has written it by then. */
const WRITTEN_AFTER = 100;

/**
 * Answers a request. If a page can't be rendered, tries once more with the current components: many editors empty a file
 * before they write it, and Vite may have read it in between.
 */
export async function answer(path: string, context: Context): Promise<Answer> {
  try {
    return await render(path, context).catch(async () => {
      await setTimeout(WRITTEN_AFTER);
      await context.forget();
      return render(path, context);
    });
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    console.error(error.stack);
    const html = pageWithout("This page can’t be rendered");
    return { status: 500, html, problem: errorForOverlay(error) };
  }
}

async function render(path: string, { build, assets, load }: Context): Promise<Answer> {
  const current = await build();
  if (!current) return { status: 503, html: pageWithout("The content can’t be shown yet") };
  const { content } = current;
  const target = destination(content, path);
  if ("to" in target) return target;
  const { prerenderOne } = await load();
  const html = await prerenderOne(current, await assets.assetsOf(content.site), target.route);
  const missing = () => pageWithout("There is no page for unknown addresses");
  return { status: target.status, html: html === undefined ? missing() : withScript(html) };
}

/** A page without content, which updates itself. */
function pageWithout(title: string): string {
  return withScript(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>` +
      `<body data-bare><main id="main"><h1>${title}</h1></main></body></html>\n`,
  );
}

function withScript(html: string): string {
  const version = createHash("sha256").update(html).digest("base64url").slice(0, 12);
  const tags =
    `<meta name="dev-version" content="${version}">` +
    '<link rel="stylesheet" href="/dev/dev.css"><script type="module" src="/dev/client.ts"></script>';
  return html.replace("</head>", () => `${tags}</head>`);
}

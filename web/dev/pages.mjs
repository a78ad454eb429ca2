// Answers a request: the page as a build would render it, and the script that keeps it up to date.

import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { errorForOverlay } from "./problems.mjs";
import { destination } from "./route.mjs";

/** @typedef {import("vite").ErrorPayload["err"]} Problem */
/** @typedef {{ status: number, html?: string, to?: string, problem?: Problem | undefined }} Answer a page or a redirect */
/**
 * @typedef {object} Context
 * @property {() => Promise<import("../src/content.ts").Build | undefined>} build the current content; undefined without any
 * @property {Awaited<ReturnType<typeof import("../scripts/assets.mjs").createAssets>>} assets
 * @property {(path: string) => Promise<any>} load imports the current version of a module
 * @property {() => Promise<void>} forget rereads every module, and each picture that couldn't be read
 */

/** Milliseconds: an editor that empties a file before saving has written it by then. */
const WRITTEN_AFTER = 100;

/**
 * Answers a request. If a page can't be rendered, tries once more with the current components: many editors empty a file
 * before they write it, and Vite may have read it in between.
 * @param {string} path
 * @param {Context} context
 * @returns {Promise<Answer>}
 */
export async function answer(path, context) {
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

/**
 * @param {string} path
 * @param {Context} context
 * @returns {Promise<Answer>}
 */
async function render(path, { build, assets, load }) {
  const current = await build();
  if (!current) return { status: 503, html: pageWithout("The content can’t be shown yet") };
  const { content } = current;
  const target = destination(content, path);
  if ("to" in target) return target;
  /** @type {typeof import("../src/prerender.tsx")} */
  const { prerenderOne } = await load("/src/prerender.tsx");
  const html = await prerenderOne(current, await assets.assetsOf(content.site), target.route);
  const missing = () => pageWithout("There is no page for unknown addresses");
  return { status: target.status, html: html === undefined ? missing() : withScript(html) };
}

/**
 * A page without content, which updates itself.
 * @param {string} title
 */
function pageWithout(title) {
  return withScript(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>` +
      `<body data-bare><main id="main"><h1>${title}</h1></main></body></html>\n`,
  );
}

/** @param {string} html */
function withScript(html) {
  const version = createHash("sha256").update(html).digest("base64url").slice(0, 12);
  const tags =
    `<meta name="dev-version" content="${version}">` +
    '<link rel="stylesheet" href="/dev/dev.css"><script type="module" src="/dev/client.ts"></script>';
  return html.replace("</head>", () => `${tags}</head>`);
}

// Makes the answer to a request: the page as the build would make it, and what brings it up to date.

import { createHash } from "node:crypto";
import { destination } from "./route.mjs";

/** @typedef {{ status: number, html: string } | { status: number, to: string }} Answer */

/**
 * @typedef {object} Context
 * @property {ReturnType<typeof import("./editions.mjs").openEditions>} editions the content as it is
 * @property {Awaited<ReturnType<typeof import("./assets.mjs").openAssets>>} assets
 * @property {() => Promise<typeof import("../src/prerender.tsx")>} components
 */

/**
 * The answer to a request; an error of a component comes out as an error.
 * @param {Context} context
 * @param {string} path
 * @returns {Promise<Answer>}
 */
export async function answer(context, path) {
  const build = context.editions.build();
  if (!build) return { status: 503, html: bare("The content can’t be shown yet") };
  const found = destination(build.content, path);
  if ("to" in found) return found;
  const { prerenderOne } = await context.components();
  const html = await context.assets.renderWith(build.content.site, (assets) =>
    prerenderOne(build, assets, found.route),
  );
  if (html === undefined)
    return { status: found.status, html: bare("There is no page for unknown addresses") };
  return { status: found.status, html: live(html, context.editions.choices()) };
}

/**
 * A page that holds nothing but the means to become one.
 * @param {string} title
 */
export function bare(title) {
  return live(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>` +
      `<body data-bare><main id="main"><h1>${title}</h1></main></body></html>\n`,
  );
}

/**
 * Adds what a build does not have. The editions are those that the bar offers.
 * @param {string} html
 * @param {import("./editions.mjs").Choice[]} [editions]
 */
function live(html, editions = []) {
  const offered = JSON.stringify(editions).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const added =
    `<meta name="dev-version" content="${version(html)}"><meta name="dev-editions" content="${offered}">` +
    '<link rel="stylesheet" href="/dev/dev.css"><script type="module" src="/dev/client.ts"></script>';
  return html.replace("</head>", () => `${added}</head>`);
}

/** @param {string} html */
function version(html) {
  return createHash("sha256").update(html).digest("base64url").slice(0, 12);
}

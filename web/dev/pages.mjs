// Answers a request: the page as a build would render it, and the script that keeps it up to date.

import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { shownError } from "./problems.mjs";
import { destination } from "./route.mjs";

/** @typedef {import("./problems.mjs").Shown} Shown */
/**
 * A page or a redirect, and what is wrong with the content or the page.
 * @typedef {{ status: number, html?: string, to?: string, problem?: Shown | undefined }} Answer
 */
/**
 * @typedef {object} Source
 * @property {() => MaybePromise<import("../src/content.ts").Build | undefined>} build undefined without content
 * @property {() => import("./editions.mjs").Choice[]} choices the editions that the bar offers
 */
/**
 * @template T
 * @typedef {T | Promise<T>} MaybePromise
 */
/**
 * @typedef {object} Context
 * @property {Source} content the current content
 * @property {Awaited<ReturnType<typeof import("../scripts/assets.mjs").createAssets>>} assets
 * @property {(path: string) => Promise<any>} load imports the current version of a module
 * @property {() => Promise<void>} forget rereads every module, and each picture that couldn't be read
 * @property {(error: Error) => void} report receives the reason that a page can't be rendered, once
 */

/** Milliseconds: an editor that empties a file before saving has written it by then. */
const WRITTEN_AFTER = 100;

/** @param {Context} context */
export function openPages({ content, assets, load, forget, report }) {
  /** The last failure of each page that can't be rendered. @type {Map<string, string>} */
  const failures = new Map();

  /**
   * @param {string} path
   * @returns {Promise<Answer>}
   */
  async function render(path) {
    const build = await content.build();
    if (!build) return { status: 503, html: bare("The content can’t be shown yet") };
    const found = destination(build.content, path);
    if ("to" in found) return found;
    const { status, route } = found;
    /** @type {typeof import("../src/prerender.tsx")} */
    const { prerenderOne } = await load("/src/prerender.tsx");
    const html = await prerenderOne(build, await assets.assetsOf(build.content.site), route);
    if (html === undefined) return { status, html: bare("There is no page for unknown addresses") };
    return { status, html: live(html, content.choices()) };
  }

  return {
    /** The problem with the content. @type {Shown | undefined} */
    contentProblem: undefined,

    /**
     * Answers a request. If a page can't be rendered, tries once more with the current components: many editors empty a file
     * before they write it, and Vite may have read it in between.
     * @param {string} path
     * @returns {Promise<Answer>}
     */
    async answer(path) {
      try {
        const answer = await render(path).catch(async () => {
          await setTimeout(WRITTEN_AFTER);
          await forget();
          return render(path);
        });
        failures.delete(path);
        return { ...answer, problem: this.contentProblem };
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown));
        const problem = shownError(error);
        if (failures.get(path) !== problem.stack) report(error);
        failures.set(path, problem.stack);
        const html = bare("This page can’t be rendered");
        return { status: 500, html, problem: this.contentProblem ?? problem };
      }
    },
  };
}

/**
 * A page without content, which updates itself.
 * @param {string} title
 */
function bare(title) {
  return live(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>` +
      `<body data-bare><main id="main"><h1>${title}</h1></main></body></html>\n`,
  );
}

/**
 * Adds the parts that only `cargo site dev` serves.
 * @param {string} html
 * @param {import("./editions.mjs").Choice[]} [editions]
 */
function live(html, editions = []) {
  const version = createHash("sha256").update(html).digest("base64url").slice(0, 12);
  const added =
    `<meta name="dev-version" content="${version}">` +
    '<link rel="stylesheet" href="/dev/dev.css"><script type="module" src="/dev/client.ts"></script>';
  return html
    .replace("</head>", () => `${added}</head>`)
    .replace("</body>", () => `${editionBar(editions)}</body>`);
}

/**
 * The bar, hidden unless there are several editions: adding or removing it would replace the page in front of it.
 * @param {import("./editions.mjs").Choice[]} editions
 */
function editionBar(editions) {
  const options = editions.map(
    ({ starts, name, isShown }) =>
      `<option value="${starts ?? ""}"${isShown ? " selected" : ""}>${name}</option>`,
  );
  /**
   * A button at the end of the list stays enabled: disabling it would lose the focus.
   * @param {string} name
   * @param {number} by
   * @param {boolean | undefined} isEnd
   */
  const button = (name, by, isEnd) =>
    `<button type="button" value="${by}" aria-disabled="${isEnd === true}">${name}</button>`;
  return (
    `<nav class="edition-bar" aria-label="Editions of the site"${editions.length > 1 ? "" : " hidden"}>` +
    button("Earlier", -1, editions.at(0)?.isShown) +
    `<select aria-label="Edition" autocomplete="off">${options.join("")}</select>` +
    button("Later", 1, editions.at(-1)?.isShown) +
    '<span role="status"></span></nav>'
  );
}

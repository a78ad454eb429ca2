// Answers requests with pages as a build would render them, and the script that keeps them up to date.

import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { relative, resolve, sep } from "node:path";
import { createInterface } from "node:readline";
import type { ErrorPayload, RunnableDevEnvironment, ViteDevServer, WebSocketClient } from "vite";
import { createAssets, mediaTypeOf } from "../scripts/assets";
import { cacheDir, fixtureSite } from "../scripts/compiled";
import type { Build } from "../src/content";
import type { Edition } from "./edition_bar";
import { choices, type Update, updated } from "./editions";
import { errorForOverlay, problemsForOverlay } from "./problems";
import { destination } from "./route";

/** A page or a redirect. */
interface Answer {
  status: number;
  html?: string;
  to?: string;
  problem?: ErrorPayload["err"] | undefined;
}

/** The current version of an open page, which updates itself. */
export type PageUpdate = Answer & { editions: Edition[] };

/** The script of every page. */
const CLIENT = "/dev/client.ts";

/** Serves the pages until standard input ends, or the gallery. */
export async function servePages(vite: ViteDevServer, isGallery: boolean): Promise<void> {
  const { runner } = vite.environments.ssr as RunnableDevEnvironment;
  const imagesDir = isGallery ? fixtureSite.imagesDir : resolve("content/images");
  const assets = await createAssets("dev", {
    imagesDir,
    cacheDir,
    // It imports the runtime. Nothing is bundled: Vite serves each island's modules.
    scripts: () => ({ runtime: CLIENT }),
  });
  let build: Build | undefined;
  let editions: Edition[] = [];
  let contentProblem: ErrorPayload["err"] | undefined;
  let lastImport: Promise<unknown> = Promise.resolve();
  let lastUpdate = Promise.resolve();
  /** The path of each page that a browser has open. */
  const openPages = new Map<WebSocketClient, string>();

  // Vite has answered requests for its own files and for source files.
  vite.middlewares.use(respond);
  vite.ws.on("site:look", ({ starts }: { starts: number | null }) => {
    // `cargo site dev` reads this line, and sends that edition. It prints all other lines.
    process.stdout.write(`\u0001looked at ${starts ?? "now"}\n`);
  });
  vite.ws.on("site:open", ({ path }: { path: string }, page) => {
    openPages.set(page, path);
    updatePage(page, path);
  });
  // After an edit of a module that renders pages.
  vite.watcher.on("site:edit", updatePages);
  vite.watcher.add(imagesDir);
  vite.watcher.on("all", async (_event, file) => {
    const picture = relative(imagesDir, file);
    if (picture.startsWith("..")) return;
    await assets.readAgain(picture.split(sep).join("/"));
    updatePages();
  });
  if (isGallery) return listen();
  // Ctrl-C also reaches the parent: when it exits, the pipe closes, and this process exits too.
  process.on("SIGINT", () => {});
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    const update: Update | null = message.content;
    if (update) {
      build = updated(build, update);
      editions = choices(update, build.content.site.time_zone);
    }
    contentProblem = problemsForOverlay(message);
    if (!vite.httpServer?.listening) await listen();
    updatePages();
  }
  process.exit(0);

  async function listen(): Promise<void> {
    try {
      await vite.listen();
    } catch (error) {
      const { host, port } = vite.config.server;
      const reason = error instanceof Error ? error.message : error;
      console.error(`error: cannot listen on ${host}:${port}: ${reason}`);
      process.exit(1);
    }
    const at = vite.httpServer?.address() as AddressInfo;
    const host = at.family === "IPv6" ? `[${at.address}]` : at.address;
    process.stdout.write(`listening on http://${host}:${at.port}${isGallery ? "/gallery" : ""}\n`);
    // Importing the components early makes the first page faster.
    load("/src/prerender.tsx").catch(() => {});
  }

  function updatePages(): void {
    for (const [page, path] of openPages) {
      if (vite.ws.clients.has(page)) updatePage(page, path);
      else openPages.delete(page);
    }
  }

  /** Sends an open page its current version, after the versions before. */
  function updatePage(page: WebSocketClient, path: string): void {
    lastUpdate = lastUpdate.catch(console.error).then(async () => {
      const version = await answer(path);
      const update: PageUpdate = { ...version, problem: contentProblem ?? version.problem, editions };
      page.send("site:page", update);
    });
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = "/" } = request;
    const [path = "/"] = url.split("?");
    const send = (status: number, type: string, body: string | Buffer = "") =>
      void response.writeHead(status, { "content-type": type, "cache-control": "no-cache" }).end(body);
    const file = await assets.file(path);
    if (file) return send(200, mediaTypeOf(path), file);
    if (/\.(xml|txt|webmanifest)$/.test(path)) {
      const why = "What machines read is made by the build: `cargo site serve` has it.\n";
      return send(404, "text/plain; charset=utf-8", why);
    }
    const page = await answer(path);
    if (page.to === undefined) return send(page.status, "text/html; charset=utf-8", page.html);
    const query = page.status === 308 ? url.slice(path.length) : "";
    response.writeHead(page.status, { location: page.to + query }).end();
  }

  /** The next change updates a page that can't be rendered, such as one whose component is only half written. */
  async function answer(path: string): Promise<Answer> {
    try {
      return await render(path);
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      console.error(error.stack);
      const html = pageWithout("This page can’t be rendered");
      return { status: 500, html, problem: errorForOverlay(error) };
    }
  }

  async function render(path: string): Promise<Answer> {
    if (isGallery) {
      build = (await load<typeof import("../gallery/pages")>("/gallery/pages.ts")).galleryBuild();
    }
    if (!build) return { status: 503, html: pageWithout("The content can’t be shown yet") };
    const { content } = build;
    const target = destination(content, path);
    if ("to" in target) return target;
    const { prerenderOne } = await load<typeof import("../src/prerender")>("/src/prerender.tsx");
    const html = await prerenderOne(build, await assets.assetsOf(content.site), target.route);
    const missing = () => pageWithout("There is no page for unknown addresses");
    return { status: target.status, html: html === undefined ? missing() : withScript(html) };
  }

  /**
   * Imports a module with its latest changes. Each import waits for the previous one: otherwise Vite's runner would return
   * what that one has loaded, even if a file has changed since.
   */
  function load<Module>(path: string): Promise<Module> {
    const module = lastImport.then(() => runner.import<Module>(path));
    lastImport = module.catch(() => {});
    return module;
  }
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
    `<link rel="stylesheet" href="/dev/dev.css"><script type="module" src="${CLIENT}"></script>`;
  return html.replace("</head>", () => `${tags}</head>`);
}

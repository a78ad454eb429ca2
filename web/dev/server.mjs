// What `cargo site dev` starts: it serves the pages, rendered when they are asked for, and brings those that a browser
// has open up to date. What the content is, and what is wrong with it, comes through the standard input, one message of
// JSON a line (site-cli/src/dev.rs); this process ends when that does.

import { readdir } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { extname, join, relative, resolve, sep } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createServer as createVite, loadConfigFromFile } from "vite";
import { mediaTypes } from "../scripts/assets.mjs";
import { openAssets } from "./assets.mjs";
import { openEditions } from "./editions.mjs";
import { openTabs } from "./open_tabs.mjs";
import { answer, bare } from "./pages.mjs";
import { shownInterruption, shownProblems } from "./problems.mjs";
import { isOfVite } from "./route.mjs";

/** @typedef {typeof import("../src/prerender.tsx")} Components */
/**
 * What `cargo site dev` sends.
 * @typedef {object} Message
 * @property {import("./editions.mjs").Update | null} content what has changed in one edition; none where nothing has
 * @property {import("./problems.mjs").Problem[]} problems
 * @property {string | null} interruption why the content can't be read at all
 * @property {number | null} look the moment to look at, in seconds since 1970, where it is another one
 */

// As in a build: pages are rendered by React's production build, which is faster.
process.env.NODE_ENV = "production";

const { values } = parseArgs({ options: { host: { type: "string" }, port: { type: "string" } } });
const { host = "127.0.0.1", port = "8080" } = values;
const web = fileURLToPath(new URL("..", import.meta.url));
const imagesDir = resolve("content/images");
const publicFiles = new Set(await readdir(join(web, "public")));

// `cargo site dev` reads this line, and prints all others.
const editions = openEditions((moment) => console.log(`\u0001looked at ${moment ?? "now"}`));
/** What is wrong with the content. @type {import("./problems.mjs").Shown | undefined} */
let contentFailure;
/** The components as they were loaded last; none once one has changed. @type {Promise<Components> | undefined} */
let components;
/** True from the first message on: `http.listening` is false for a moment longer, in which more messages may come. */
let listens = false;
/** The end of the last loading. @type {Promise<unknown>} */
let loaded = Promise.resolve();

/** The milliseconds in which an editor has written a file that it has emptied. */
const WRITTEN_AFTER = 100;

const http = createHttpServer();
const settings = await loadConfigFromFile(
  { command: "serve", mode: "production" },
  join(web, "vite.config.ts"),
);
const vite = await createVite({
  css: settings?.config.css ?? {},
  root: web,
  cacheDir: join(web, ".cache/vite"),
  // Read above, once: Vite would restart, without the pages, when it changes.
  configFile: false,
  appType: "custom",
  clearScreen: false,
  logLevel: "warn",
  server: {
    middlewareMode: true,
    hmr: { server: http },
    watch: { ignored: ["**/dist/**", "**/.cache/**", "**/test-results/**", "**/tests/**"] },
  },
  // All at once, and before a browser asks: a page must not be loaded twice for it.
  optimizeDeps: {
    noDiscovery: true,
    include: ["react", "react-dom", "react-dom/client", "react/jsx-runtime"],
    // In the browser, React's development build looks for mistakes.
    rolldownOptions: { transform: { define: { "process.env.NODE_ENV": '"development"' } } },
  },
  plugins: [
    settings?.config.plugins,
    {
      name: "site-pages",
      configureServer: ({ middlewares }) => void middlewares.use(respond),
      hotUpdate({ modules }) {
        if (this.environment.name !== "ssr" || modules.length === 0) return;
        // Vite knows what the changed component is part of, and runs that again when it is next asked for.
        components = undefined;
        tabs.refresh();
        return [];
      },
    },
  ],
});
const { ssr } = vite.environments;
if (!("runner" in ssr)) throw new Error("expected an environment that can run the components");
const { runner } = /** @type {import("vite").RunnableDevEnvironment} */ (ssr);

const assets = await openAssets({
  imagesDir,
  cacheDir: join(web, ".cache/pictures"),
  // Nothing else is bundled: Vite serves the modules of islands one by one.
  scripts: async () => ({ runtime: "/dev/islands.ts" }),
  onEncoded: () => tabs.refresh(),
});
const context = {
  editions,
  assets,
  components: loadComponents,
};
vite.ws.on("site:look", (/** @type {{ starts: number | null }} */ { starts }) => {
  editions.look(starts);
  tabs.refresh();
});
vite.ws.on("site:island", (/** @type {{ message: string, stack: string }} */ { message, stack }, client) => {
  client.send({ type: "error", err: { message, stack, plugin: "island" } });
});
const tabs = openTabs(vite, {
  contentFailure: () => contentFailure,
  answer: answerAfterWrites,
});

vite.watcher.add(imagesDir);
vite.watcher.on("all", (_event, file) => {
  const picture = relative(imagesDir, file);
  if (!picture.startsWith("..")) {
    assets.forgetPicture(picture.split(sep).join("/"));
    tabs.refresh();
  }
});

createInterface({ input: process.stdin })
  .on("line", (line) => receive(JSON.parse(line)))
  .on("close", () => process.exit(0));
// Ctrl-C reaches the parent, too: it exits, the pipe closes, and this process exits with it.
process.on("SIGINT", () => {});

/** @param {Message} message */
function receive({ content, problems, interruption, look }) {
  if (look !== null) editions.begin(look);
  if (content) editions.update(content);
  const errors = problems.filter(({ severity }) => severity === "error");
  contentFailure = interruption === null ? shownProblems(errors) : shownInterruption(interruption);
  if (!listens) listen();
  tabs.notify();
  tabs.refresh();
}

function listen() {
  listens = true;
  http.on("request", vite.middlewares);
  http.on("error", (error) => {
    console.error(`error: cannot listen on ${host}:${port}: ${error.message}`);
    process.exit(1);
  });
  http.listen(Number(port), host, () => {
    const at = /** @type {import("node:net").AddressInfo} */ (http.address());
    const name = at.family === "IPv6" ? `[${at.address}]` : at.address;
    console.log(`listening on http://${name}:${at.port}`);
    // The first page is there sooner when the components are.
    answer(context, "/").catch(() => {});
  });
}

/**
 * Pages and their files; what is left is Vite's.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {() => void} next
 */
async function respond(request, response, next) {
  const [path = "/"] = (request.url ?? "/").split("?");
  if (isOfVite(path)) return next();
  response.setHeader("cache-control", "no-cache");
  try {
    const file = path.startsWith("/assets/") ? await assets.file(path) : undefined;
    if (file) {
      response.setHeader("content-type", contentType(path));
      return response.end(file);
    }
    if (publicFiles.has(path.slice(1))) return next();
    if (/\.(xml|txt|webmanifest)$/.test(path)) {
      const why = "What machines read is made by the build: `cargo site serve` has it.\n";
      return response.writeHead(404, { "content-type": "text/plain; charset=utf-8" }).end(why);
    }
    const found = await answerAfterWrites(path);
    if ("to" in found) {
      const query = found.status === 308 ? (request.url ?? "").slice(path.length) : "";
      return response.writeHead(found.status, { location: found.to + query }).end();
    }
    response.writeHead(found.status, { "content-type": "text/html; charset=utf-8" }).end(found.html);
  } catch (error) {
    tabs.failed(error);
    const html = bare("This page can’t be rendered");
    response.writeHead(500, { "content-type": "text/html; charset=utf-8" }).end(html);
  }
}

/** @param {string} path */
function contentType(path) {
  const ending = extname(path).slice(1);
  const others = { css: "text/css; charset=utf-8", svg: "image/svg+xml", woff2: "font/woff2" };
  return { ...mediaTypes, ...others }[ending] ?? "application/octet-stream";
}

/**
 * Loads the components where one has changed. One loading begins when the last has ended: Vite's runner would give what
 * that has loaded, though it be older than the change.
 */
function loadComponents() {
  if (!components) {
    components = loaded.then(() => runner.import("/src/prerender.tsx"));
    loaded = components.catch(forgetComponents);
  }
  return components;
}

/** Loads every component again, whatever has changed. */
function loadComponentsAnew() {
  components = loaded.then(() => {
    ssr.moduleGraph.invalidateAll();
    runner.clearCache();
    return runner.import("/src/prerender.tsx");
  });
  loaded = components.catch(forgetComponents);
  return components;
}

/** Lets components that could not be loaded be loaded again when they are asked for again. */
function forgetComponents() {
  components = undefined;
}

/**
 * The answer to a request. What can't be rendered is tried once more, with all components as they are by then: many editors
 * empty a file before they write it, and Vite may have read it in between.
 * @param {string} path
 */
async function answerAfterWrites(path) {
  try {
    return await answer(context, path);
  } catch {
    await setTimeout(WRITTEN_AFTER);
    return answer({ ...context, components: loadComponentsAnew }, path);
  }
}

// `cargo site dev` starts this server. It renders each page when a browser requests it, and tells open pages when something
// has changed. The content and its problems arrive on standard input, one JSON message per line (site-cli/src/dev.rs); this
// process exits when the input ends. With `--gallery`, it serves the tests' own site, and an example of each block below
// /gallery.

import { readdir } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createServer, loadConfigFromFile } from "vite";
import { createAssets, mediaTypeOf } from "../scripts/assets.mjs";
import { cacheDir, fixtureSite } from "../scripts/compiled.mjs";

// As in a build, React's production build renders the pages, because it is faster.
process.env.NODE_ENV = "production";

const { values } = parseArgs({
  options: {
    host: { type: "string", default: "127.0.0.1" },
    port: { type: "string", default: "8080" },
    gallery: { type: "boolean" },
  },
});
const { host, port, gallery } = values;
const web = fileURLToPath(new URL("..", import.meta.url));
const imagesDir = gallery ? fixtureSite.imagesDir : resolve("content/images");
const publicFiles = new Set(await readdir(join(web, "public")));

/** The problem with the content. @type {import("vite").ErrorPayload["err"] | undefined} */
let contentProblem;
/** The end of the last import. @type {Promise<unknown>} */
let lastImport = Promise.resolve();

const settings = await loadConfigFromFile(
  { command: "serve", mode: "production" },
  join(web, "vite.config.ts"),
);
const vite = await createServer({
  css: settings?.config.css ?? {},
  root: web,
  cacheDir: join(web, ".cache/vite"),
  // The configuration is read above, once: Vite would restart, without the pages, if it changed.
  configFile: false,
  appType: "custom",
  clearScreen: false,
  logLevel: "warn",
  server: {
    host,
    port: Number(port),
    strictPort: true,
    watch: { ignored: ["**/dist/**", "**/.cache/**", "**/test-results/**", "**/tests/**"] },
  },
  // All dependencies before a browser asks: finding one later would reload the page.
  optimizeDeps: {
    noDiscovery: true,
    include: ["idiomorph", "react", "react-dom", "react-dom/client", "react/jsx-runtime"],
    // In browsers, React's development build reports mistakes.
    rolldownOptions: { transform: { define: { "process.env.NODE_ENV": '"development"' } } },
  },
  plugins: [
    settings?.config.plugins,
    {
      name: "site-pages",
      configureServer: ({ middlewares }) => void middlewares.use(respond),
      hotUpdate({ modules }) {
        if (this.environment.name !== "ssr" || modules.length === 0) return;
        // Vite knows which modules import this one, and runs them again when they are next imported.
        updatePages();
        return [];
      },
    },
  ],
});
const { ssr } = vite.environments;
if (!("runner" in ssr)) throw new Error("expected an environment that can run the components");
const { runner } = /** @type {import("vite").RunnableDevEnvironment} */ (ssr);

/** @type {typeof import("./editions.ts")} */
const { openEditions } = await runner.import("/dev/editions.ts");
/** @type {typeof import("./pages.ts")} */
const { answer } = await runner.import("/dev/pages.ts");
/** @type {typeof import("./problems.ts")} */
const { problemsForOverlay } = await runner.import("/dev/problems.ts");
/** @type {typeof import("./route.ts")} */
const { isOfVite } = await runner.import("/dev/route.ts");

// `cargo site dev` reads this line, and prints all other lines.
const editions = openEditions((moment) => console.log(`\u0001looked at ${moment ?? "now"}`));
const assets = await createAssets("dev", {
  imagesDir,
  cacheDir,
  // Nothing else is bundled: Vite serves each island's modules.
  scripts: () => ({ runtime: "/dev/islands.ts" }),
});
const context = {
  build: async () => (gallery ? (await load("/gallery/pages.ts")).galleryBuild() : editions.build()),
  assets,
  load: () => load("/src/prerender.tsx"),
  async forget() {
    ssr.moduleGraph.invalidateAll();
    runner.clearCache();
    await assets.readFaulty();
  },
};

vite.ws.on("site:look", (/** @type {{ starts: number | null }} */ { starts }) => {
  editions.look(starts);
  updatePages();
});
vite.watcher.add(imagesDir);
vite.watcher.on("all", async (_event, file) => {
  const picture = relative(imagesDir, file);
  if (picture.startsWith("..")) return;
  await assets.readAgain(picture.split(sep).join("/"));
  updatePages();
});

if (gallery) {
  await listen();
} else {
  // Ctrl-C also reaches the parent: when it exits, the pipe closes, and this process exits too.
  process.on("SIGINT", () => {});
  for await (const line of createInterface({ input: process.stdin })) {
    /** @type {import("./editions.ts").Message & import("./problems.ts").Message} */
    const message = JSON.parse(line);
    editions.receive(message);
    contentProblem = problemsForOverlay(message);
    if (!vite.httpServer?.listening) await listen();
    updatePages();
  }
  process.exit(0);
}

async function listen() {
  try {
    await vite.listen();
  } catch (error) {
    console.error(
      `error: cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : error}`,
    );
    process.exit(1);
  }
  const at = /** @type {import("node:net").AddressInfo} */ (vite.httpServer?.address());
  const name = at.family === "IPv6" ? `[${at.address}]` : at.address;
  console.log(`listening on http://${name}:${at.port}${gallery ? "/gallery" : ""}`);
  // Importing the components early makes the first page faster.
  load("/src/prerender.tsx").catch(() => {});
}

/** Makes every open page request itself again. */
function updatePages() {
  vite.ws.send("site:changed");
}

/**
 * Serves pages and their files, and leaves other requests to Vite.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {() => void} next
 */
async function respond(request, response, next) {
  const [path = "/"] = (request.url ?? "/").split("?");
  if (isOfVite(path) || publicFiles.has(path.slice(1))) return next();
  response.setHeader("cache-control", "no-cache");
  const file = await assets.file(path);
  if (file) {
    return response.setHeader("content-type", mediaTypeOf(path)).end(file);
  }
  if (/\.(xml|txt|webmanifest)$/.test(path)) {
    const why = "What machines read is made by the build: `cargo site serve` has it.\n";
    return response.writeHead(404, { "content-type": "text/plain; charset=utf-8" }).end(why);
  }
  const page = await answer(path, context);
  // An open page requests its own update this way.
  if (request.headers.accept === "application/json") {
    const update = { ...page, problem: contentProblem ?? page.problem, editions: editions.choices() };
    return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(update));
  }
  if (page.to !== undefined) {
    const query = page.status === 308 ? (request.url ?? "").slice(path.length) : "";
    return response.writeHead(page.status, { location: page.to + query }).end();
  }
  response.writeHead(page.status, { "content-type": "text/html; charset=utf-8" }).end(page.html);
}

/**
 * Imports a module with its latest changes. Each import waits for the previous one: otherwise Vite's runner would return
 * what that one has loaded, even if a file has changed since.
 * @param {string} path
 */
function load(path) {
  const module = lastImport.then(() => runner.import(path));
  lastImport = module.catch(() => {});
  return module;
}

// `cargo bench-site dev` measures the time from saving a file to seeing its words in a browser's page. Its arguments are the
// program behind `cargo site`, a workspace that it may change, a browser, and the first cells of a row. It prints a row of a
// table for each kind of change.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "@playwright/test";

const ROUNDS = 10;
const WARM_UP = 3;

const [command = "", workspace = "", executablePath = "", firstCells = ""] = process.argv.slice(2);
const file = join(workspace, "content/articles/market-drop.mdx");
const text = await readFile(file, "utf8");

/** @type {[string, string, (mark: string) => string][]} */
const changes = [
  ["body of an article", "/blog/market-drop", (mark) => text.replace(/(\n\+\+\+\n\n)/, `$1${mark} `)],
  [
    "title of an article",
    "/blog/market-drop",
    (mark) => text.replace(/^title = .*$/m, `title = "A ${mark}"`),
  ],
  [
    "title, seen in the list of all articles",
    "/blog",
    (mark) => text.replace(/^title = .*$/m, `title = "A ${mark}"`),
  ],
];

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const dev = spawn(command, ["dev", "--addr", "127.0.0.1:0"], {
  cwd: workspace,
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const url = await new Promise((found, failed) => {
    dev.once("exit", () => failed(new Error("cargo site dev has ended")));
    createInterface({ input: dev.stdout }).on("line", (line) => {
      const [url] = line.match(/http:\S+/) ?? [];
      if (url) found(url);
    });
  });
  for (const [what, path, change] of changes) {
    const page = await browser.newPage();
    await page.goto(url + path);
    await page.locator("html[data-dev=ready]").waitFor({ state: "attached" });
    /** @type {number[]} */
    const times = [];
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      const time = await measure(page, `marked${round}`, change);
      if (round >= WARM_UP) times.push(time);
    }
    const sorted = times.sort((a, b) => a - b).map(Math.round);
    const [least, below = 0, above = 0, most] = [0, ROUNDS / 2 - 1, ROUNDS / 2, ROUNDS - 1].map(
      (at) => sorted[at],
    );
    console.log(
      `| ${firstCells} | ${what} | ${Math.round((below + above) / 2)} ms | ${least} ms | ${most} ms |`,
    );
    await page.close();
    await writeFile(file, text);
  }
} finally {
  await browser.close();
  if (dev.exitCode === null) {
    dev.kill("SIGINT");
    await once(dev, "exit");
  }
}

/**
 * Milliseconds from the saved file to the words in the page.
 * @param {import("@playwright/test").Page} page
 * @param {string} mark
 * @param {(mark: string) => string} change
 */
async function measure(page, mark, change) {
  const seen = page.evaluate(
    (mark) =>
      new Promise((seen) => {
        const look = () => {
          if (!document.body.textContent?.includes(mark)) return;
          observer.disconnect();
          seen(performance.timeOrigin + performance.now());
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    mark,
  );
  // The page is watching, and the previous change is complete.
  await page.evaluate(() => new Promise((rest) => setTimeout(rest, 500)));
  await writeFile(file, change(mark));
  const saved = performance.timeOrigin + performance.now();
  return /** @type {number} */ (await seen) - saved;
}

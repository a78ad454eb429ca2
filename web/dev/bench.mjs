// `cargo bench-site dev` measures the time from saving a file to seeing its words in a browser's page. Its arguments are the
// program behind `cargo site`, a workspace that it may change, a browser, and the first cells of a row. It prints a row of a
// table for each kind of change: the milliseconds from the saved file to the words in the page.

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

const title = { from: /^title = .*$/m, to: 'title = "A WORDS"' };
const changes = [
  { name: "body of an article", path: "/blog/market-drop", from: /\n\+\+\+\n\n/, to: "$&WORDS " },
  { name: "title of an article", path: "/blog/market-drop", ...title },
  { name: "title, seen in the list of all articles", path: "/blog", ...title },
];

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const dev = spawn(command, ["dev", "--addr", "127.0.0.1:0"], {
  cwd: workspace,
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const url = await addressOf(dev.stdout);
  dev.stdout.resume();
  for (const { name, path, from, to } of changes) {
    const page = await browser.newPage();
    await page.goto(url + path);
    await page.locator("html[data-dev=ready]").waitFor({ state: "attached" });
    const times = [];
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      const words = `marked${round}`;
      const seen = page.waitForFunction(
        (words) => document.body.textContent?.includes(words) && performance.timeOrigin + performance.now(),
        words,
        { polling: "raf" },
      );
      // The page is watching, and the previous change is complete.
      await page.waitForTimeout(500);
      await writeFile(file, text.replace(from, to.replace("WORDS", words)));
      const saved = performance.timeOrigin + performance.now();
      times.push(Number(await (await seen).jsonValue()) - saved);
    }
    const sorted = times.slice(WARM_UP).sort((a, b) => a - b);
    const figures = [sorted[ROUNDS / 2], sorted[0], sorted[ROUNDS - 1]].map((time = 0) => Math.round(time));
    console.log(`| ${firstCells} | ${name} | ${figures.join(" ms | ")} ms |`);
    await page.close();
    await writeFile(file, text);
  }
} finally {
  await browser.close();
  if (dev.exitCode === null && dev.kill("SIGINT")) await once(dev, "exit");
}

/** @param {import("node:stream").Readable} output */
async function addressOf(output) {
  for await (const line of createInterface({ input: output })) {
    const [url] = line.match(/http:\S+/) ?? [];
    if (url) return url;
  }
  throw new Error("cargo site dev has ended");
}

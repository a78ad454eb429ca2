// `npm run budgets`: measures what every page weighs and, with Lighthouse, how soon a page of each kind stands; prints it,
// and fails past a budget. With `--all`, Lighthouse looks at every page.
//
// SITE_URL is a running server of the built site; CHROMIUM a browser, if not Playwright's own.

import { createServer } from "node:net";
import { chromium } from "@playwright/test";
import { readCompiled } from "../scripts/compiled.mjs";
import { lighthouseRows } from "./lighthouse.mjs";
import { pageRows } from "./pages.mjs";
import { printTable } from "./table.mjs";

/** @typedef {import("./table.mjs").Row} Row */

const { SITE_URL, CHROMIUM } = process.env;
if (!SITE_URL) {
  console.error("expected SITE_URL, the address of a running server. Run `cargo site test`, which sets it.");
  process.exit(1);
}

const { content } = readCompiled();

const port = await freePort();
const browser = await chromium.launch({
  ...(CHROMIUM && { executablePath: CHROMIUM }),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    // Asked for its part of a trace, a process that is just leaving never answers: Chromium waits 5 s for it.
    "--renderer-process-limit=1",
    `--remote-debugging-port=${port}`,
  ],
});
try {
  const rows = [
    ...(await pageRows(browser, SITE_URL, content)),
    ...(await lighthouseRows(port, SITE_URL, content, process.argv.includes("--all"))),
  ];
  printTable(rows);
  const over = rows.filter(({ fits }) => !fits).length;
  console.log(`\n${rows.length - over} budgets kept, ${over} exceeded`);
  process.exitCode = over > 0 ? 1 : 0;
} finally {
  await browser.close();
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

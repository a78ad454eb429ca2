// The budgets, on the fixture site built with something more: what an editor adds passes, what a developer adds does not.

import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Plugin, build as vite } from "vite";
import { afterAll, expect, test, vi } from "vitest";
import type { Build } from "../src/content";
import { assets, collect, fixture } from "../src/testing/site";
import { frameRows, pageRows } from "./weights.mjs";

// Bundling takes its time on a busy machine.
vi.setConfig({ testTimeout: 600_000 });

const web = fileURLToPath(new URL("..", import.meta.url));
const work = await mkdtemp(join(web, ".cache/budgets-"));
afterAll(() => rm(work, { recursive: true }));

/** The pages' bundle, with 3 kB more in a style sheet of `src/`, if one is named. */
async function bundled(styles?: string): Promise<typeof import("../src/prerender")> {
  const more: Plugin = {
    name: "more-css",
    enforce: "pre",
    transform(code, id) {
      if (!styles || !id.includes(`/src/${styles}`)) return undefined;
      const rules = Array.from({ length: 200 }, (_, at) => `.more-${at}{order:${at}}`).join("");
      return `${code}\n${rules.slice(0, rules.lastIndexOf("}", 3000) + 1)}`;
    },
  };
  const outDir = await mkdtemp(join(work, "bundle-"));
  await vite({
    root: web,
    logLevel: "warn",
    publicDir: false,
    plugins: [more],
    build: {
      outDir,
      ssr: join(web, "src/prerender.tsx"),
      rollupOptions: { output: { entryFileNames: "prerender.mjs" } },
    },
  });
  return import(pathToFileURL(join(outDir, "prerender.mjs")).href);
}

async function budgetsOf({ prerender }: typeof import("../src/prerender"), build: Build) {
  let late = "";
  const styleSheet = (_: string, css: string) => {
    late = css;
    return "/assets/late.css";
  };
  const pages = await collect(prerender(build, { ...assets, styleSheet }));
  return { rows: frameRows(pages, late), words: pages.map(({ html }) => html).join("").length };
}

/** The fixture site with more questions in each list of questions. */
function withQuestions(build: Build, count: number): Build {
  const more = structuredClone(build);
  for (const { blocks } of more.content.pages) {
    for (const block of blocks) {
      if (block.kind !== "faq") continue;
      const [category] = block.categories;
      const [question] = category?.questions ?? [];
      if (!category || !question) throw new Error("expected a question in the fixture");
      for (let at = 0; at < count; at += 1) {
        const id = `${question.id}-${at}`;
        category.questions.push({ ...question, id, question: `${question.question} And in case ${at}?` });
      }
    }
  }
  return more;
}

test("the fixture site is within its budgets, and ten more questions weigh nothing that a developer owns", async () => {
  const bundle = await bundled();
  const before = await budgetsOf(bundle, fixture);
  expect(before.rows.filter(({ fits }) => !fits)).toEqual([]);
  const after = await budgetsOf(bundle, withQuestions(fixture, 10));
  expect(after.words).toBeGreaterThan(before.words);
  expect(after.rows).toEqual(before.rows);
});

test.each(["design/base.css", "design/print.css", "blocks/faq/faq.css", "article/article.css"])(
  "3 kB more in %s fail",
  async (styles) => {
    const { rows } = await budgetsOf(await bundled(styles), fixture);
    expect(rows.filter(({ fits }) => !fits)).not.toEqual([]);
  },
);

test("a page that grows by words gets a warning with its figure, and fails nothing", () => {
  const words = (count: number) =>
    Array.from({ length: count }, (_, at) => (at * 7919).toString(36)).join(" ");
  const page = { route: "/long", html: `<!doctype html><title>Long</title><main>${words(9000)}</main>` };
  const short = { route: "/short", html: "<!doctype html><title>Short</title><main>Words</main>" };
  const [row, ...others] = pageRows([page, short], () => false);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ fits: false, advice: true });
  expect(row?.what).toContain("/long");
  expect(row?.found).toMatch(/^\d\d,\d{3} B$/);
  expect(pageRows([short], () => false)).toMatchObject([{ fits: true }]);
});

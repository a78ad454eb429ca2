// Builds under stress: several at once, interrupted, and on a different disk from the packages.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, expect, test, vi } from "vitest";

// A build is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const web = join(import.meta.dirname, "..");
const work = await mkdtemp(join(tmpdir(), "build-"));
afterAll(() => rm(work, { recursive: true }));

/** The tests' own site, compiled. */
const fixture = join(web, "src/testing/content.json");

/** Starts a build of the fixture site, or of another compiled file. */
function build(dist: string, content = fixture): ChildProcess {
  const env = {
    ...process.env,
    SITE_CONTENT: content,
    SITE_IMAGES: join(web, "../site-schema/tests/content/images"),
    SITE_DIST: dist,
  };
  return spawn(process.execPath, ["scripts/build.mjs"], {
    cwd: web,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Waits until a build has reported the end of a phase. */
async function phase(build: ChildProcess, name: string): Promise<void> {
  if (!build.stdout) throw new Error("expected a build that prints");
  for await (const line of createInterface({ input: build.stdout })) {
    if (line.trim().startsWith(name)) return;
  }
  throw new Error(`expected the phase "${name}", found the end of the build`);
}

async function components(): Promise<string[]> {
  const names = await readdir(join(web, ".cache"));
  return names.filter((name) => name.startsWith("components-"));
}

test("two builds at once do not disturb each other, and leave nothing beside what they make", async () => {
  const folder = join(work, "two");
  const first = build(join(folder, "first"));
  await phase(first, "bundles");
  first.kill("SIGSTOP");
  const second = build(join(folder, "second"));
  expect(await once(second, "exit")).toEqual([0, null]);
  first.kill("SIGCONT");
  expect(await once(first, "exit")).toEqual([0, null]);
  expect((await readdir(folder)).sort()).toEqual(["first", "second"]);
  const files = (name: string) => readdir(join(folder, name), { recursive: true });
  expect((await files("first")).sort()).toEqual((await files("second")).sort());
});

test("a build that is ended early leaves what was there, and nothing beside it", async () => {
  const folder = join(work, "ended");
  const dist = join(folder, "dist");
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, "index.html"), "from before");
  const before = await components();
  const ended = build(dist);
  await phase(ended, "bundles");
  ended.kill("SIGTERM");
  await once(ended, "exit");
  expect(await readdir(folder)).toEqual(["dist"]);
  expect(await readFile(join(dist, "index.html"), "utf8")).toBe("from before");
  expect(await components()).toEqual(before);
});

test("what a killed build has left is removed a day later, and what may be at work stays", async () => {
  const folder = join(work, "left");
  const [old, young] = [join(folder, "dist.build-old"), join(folder, "dist.build-young")];
  for (const left of [old, young]) await mkdir(left, { recursive: true });
  const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
  await utimes(old, twoDaysAgo, twoDaysAgo);
  const ended = build(join(folder, "dist"));
  await phase(ended, "content");
  ended.kill("SIGTERM");
  await once(ended, "exit");
  expect(existsSync(old)).toBe(false);
  expect(existsSync(young)).toBe(true);
});

test("of a later edition there is what differs, and the moment from which on a file is used; two builds are the same", async () => {
  const folder = join(work, "editions");
  const compiled = JSON.parse(await readFile(fixture, "utf8"));
  const [first] = compiled.editions;
  const at = compiled.pages.findIndex(({ route }: { route: string }) => route === "/404");
  const changed = structuredClone(compiled.pages[at]);
  changed.meta.title = "Nothing at this address";
  const changedAt = compiled.pages.push(changed) - 1;
  const pages = first.pages.map((page: number) => (page === at ? changedAt : page));
  compiled.editions = [first, { ...first, starts: 4_000_000_000, pages }];
  await mkdir(folder, { recursive: true });
  const content = join(folder, "content.json");
  await writeFile(content, JSON.stringify(compiled));

  const names = ["one", "other"];
  for (const name of names) expect(await once(build(join(folder, name), content), "exit")).toEqual([0, null]);
  const [one, other] = await Promise.all(names.map((name) => filesIn(join(folder, name))));
  expect(one).toEqual(other);
  const later = Object.keys(one ?? {}).filter((file) => file.startsWith(".editions"));
  expect(later).toEqual([".editions/4000000000/404.html", ".editions/files.json"]);
  const moments = JSON.parse(await readFile(join(folder, "one/.editions/files.json"), "utf8"));
  expect(Object.values(moments)).toEqual([4_000_000_000]);
  expect(Object.keys(moments)[0]).toMatch(/^\/assets\/social-404-.*\.png$/);
});

/** The files in a folder, with their bytes. */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    files[relative(folder, file)] = await readFile(file, "base64");
  }
  return Object.fromEntries(Object.entries(files).sort());
}

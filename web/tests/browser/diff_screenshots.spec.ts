// `cargo site diff --screenshots`, on a changed fixture site in a separate repository.

import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { fixtureContent, siteCommand, siteEnvironment, workspace } from "./dev_site";

const run = promisify(execFile);
test("the pages that look different are shown before and after", async () => {
  test.slow();
  const folder = test.info().outputPath();
  await mkdir(join(folder, "site-schema"));
  await cp(fixtureContent, join(folder, "content"), { recursive: true });
  await symlink(join(workspace, "web"), join(folder, "web"));
  const git = (...args: string[]) =>
    run("git", ["-c", "user.name=Editor", "-c", "user.email=e@example.com", ...args], { cwd: folder });
  await git("init", "--quiet", "--initial-branch", "main");
  await git("add", "content");
  await git("commit", "--quiet", "--message", "Begin");
  const contact = join(folder, "content/pages/contact.toml");
  const text = await readFile(contact, "utf8");
  // A page keeps its fallback fonts if its lines differ in them, as lines of narrow letters do.
  const title = `title = "${"Illi ".repeat(16).trim()}"`;
  await writeFile(contact, text.replace(/^title = "Come In"$/m, title));
  const { stdout } = await run(siteCommand(), ["diff", "main", "--screenshots", "shots"], {
    cwd: folder,
    env: siteEnvironment(),
  });
  const files = [360, 1280].flatMap((width) =>
    ["after", "before"].map((side) => `contact-${width}-${side}.png`),
  );
  for (const file of files) expect(stdout).toContain(file);
  const taken = await readdir(join(folder, "shots"));
  expect(taken.sort()).toEqual(files.sort());
  for (const file of taken) {
    const png = await readFile(join(folder, "shots", file));
    expect(png.subarray(1, 4).toString()).toBe("PNG");
  }
});

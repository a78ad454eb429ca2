// `cargo site diff --screenshots`, on a change of the real content in a repository of its own.

import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { test as base } from "@playwright/test";
import { expect } from "./site";

const run = promisify(execFile);
const house = fileURLToPath(new URL("../../..", import.meta.url));
const command = process.env.SITE_COMMAND ?? "";

base("the pages that look different are shown before and after", async () => {
  base.slow();
  base.skip(!command, "SITE_COMMAND is not set");
  const folder = await realpath(await mkdtemp(join(tmpdir(), "site-diff-")));
  try {
    await mkdir(join(folder, "site-schema"));
    await cp(join(house, "content"), join(folder, "content"), { recursive: true });
    await symlink(join(house, "web"), join(folder, "web"));
    const git = (...args: string[]) =>
      run("git", ["-c", "user.name=Editor", "-c", "user.email=e@example.com", ...args], { cwd: folder });
    await git("init", "--quiet", "--initial-branch", "main");
    await git("add", "content");
    await git("commit", "--quiet", "--message", "Begin");
    const contact = join(folder, "content/pages/contact.toml");
    const text = await readFile(contact, "utf8");
    await writeFile(
      contact,
      text.replace(/^title = "A Person Will Answer You"$/m, 'title = "Somebody Answers"'),
    );
    const target = resolve(house, process.env.CARGO_TARGET_DIR ?? "target");
    const { stdout } = await run(command, ["diff", "main", "--screenshots", "shots", "--format", "json"], {
      cwd: folder,
      env: { ...process.env, CARGO_TARGET_DIR: target },
    });
    const { screenshots } = JSON.parse(stdout);
    const files = [360, 1280].map((width) => ({
      before: "/contact",
      after: "/contact",
      width,
      files: { before: `contact-${width}-before.png`, after: `contact-${width}-after.png` },
    }));
    expect(screenshots).toEqual({ shots: files, left_out: 0 });
    const taken = await readdir(join(folder, "shots"));
    expect(taken.sort()).toEqual(files.flatMap((shot) => [shot.files.after, shot.files.before]).sort());
    for (const file of taken) {
      const png = await readFile(join(folder, "shots", file));
      expect(png.subarray(1, 4).toString()).toBe("PNG");
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

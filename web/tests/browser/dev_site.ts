// `cargo site dev` in a copy of the workspace that tests may change.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The program behind `cargo site`: SITE_COMMAND, or the workspace's debug build. */
export function siteCommand(): string {
  const { SITE_COMMAND, CARGO_TARGET_DIR = "target" } = process.env;
  return SITE_COMMAND ?? resolve(workspace, CARGO_TARGET_DIR, "debug/site");
}

/** The environment for it in another folder: uses the existing build, and compiles the content of that folder. */
export function siteEnvironment(): NodeJS.ProcessEnv {
  const { SITE_CONTENT: _, ...environment } = process.env;
  return { ...environment, CARGO_TARGET_DIR: resolve(workspace, environment.CARGO_TARGET_DIR ?? "target") };
}

export const workspace = fileURLToPath(new URL("../../..", import.meta.url));
/** The files of the fixture site. */
export const fixtureContent = join(workspace, "site-schema/tests/content");
const made = ["node_modules", "dist", ".cache", "test-results", "playwright-report"];

/** A moment of 2025, in seconds since 1970. */
const FIXTURE_SECONDS = "1751328000";

/** Writes a fixed year instead of the clock's: the compiled fixture is from 2025, but dev renders with today's date. */
async function steady(page: string): Promise<void> {
  const text = await readFile(page, "utf8");
  const turning = "In {senior-allowance-year} people of 65 and older deduct {senior-allowance}.";
  if (!text.includes(turning)) throw new Error(`expected ${page} to say: ${turning}`);
  await writeFile(
    page,
    text.replace(turning, "In 2025 people of 65 and older deduct {senior-allowance-2025}."),
  );
}

export class DevSite {
  private constructor(
    readonly folder: string,
    readonly url: string,
    readonly process: ChildProcess,
    /** Its standard output so far. */
    readonly said: string[],
  ) {}

  static async start(): Promise<DevSite> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "site-dev-")));
    await mkdir(join(folder, "site-schema"));
    await cp(fixtureContent, join(folder, "content"), {
      recursive: true,
      // `cargo site dev` shows drafts, and builds don't.
      filter: (path) => basename(path) !== "unfinished.mdx",
    });
    await steady(join(folder, "content/pages/services.toml"));
    const wanted = (path: string) => !made.includes(basename(path));
    await cp(join(workspace, "web"), join(folder, "web"), { recursive: true, filter: wanted });
    await symlink(join(workspace, "web/node_modules"), join(folder, "web/node_modules"));
    await mkdir(join(folder, "web/.cache"));
    await cp(join(workspace, "web/.cache/pictures"), join(folder, "web/.cache/pictures"), {
      recursive: true,
    });
    execFileSync("git", ["init", "--quiet"], { cwd: folder });
    // Records the files that it is told to open.
    const editor = join(folder, "editor");
    await writeFile(editor, `#!/bin/sh\necho "$@" > "${folder}/opened"\n`, { mode: 0o755 });
    const child = spawn(siteCommand(), ["dev", "--addr", "127.0.0.1:0"], {
      cwd: folder,
      // In any year, the fixture has the figures of 2025, as in its compiled content.
      env: { ...siteEnvironment(), LAUNCH_EDITOR: editor, SOURCE_DATE_EPOCH: FIXTURE_SECONDS },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said: string[] = [];
    child.stderr.on("data", (bytes) => said.push(String(bytes)));
    const url = await new Promise<string>((found, failed) => {
      createInterface({ input: child.stdout }).on("line", (line) => {
        said.push(`${line}\n`);
        const [url] = line.match(/http:\S+/) ?? [];
        if (url) found(url);
      });
      child.once("error", failed);
      child.once("exit", () => failed(new Error(`cargo site dev ended:\n${said.join("")}`)));
    });
    return new DevSite(folder, url, child, said);
  }

  read(path: string): Promise<string> {
    return readFile(join(this.folder, path), "utf8");
  }

  write(path: string, text: string): Promise<void> {
    return writeFile(join(this.folder, path), text);
  }

  /** Replaces a part of a file; the function that it returns restores it. */
  async replace(path: string, from: string | RegExp, to: string): Promise<() => Promise<void>> {
    const text = await this.read(path);
    const changed = text.replace(from, to);
    if (text === changed) throw new Error(`expected ${from} in ${path}, found none`);
    await this.write(path, changed);
    return () => this.write(path, text);
  }

  /** Stops it as Ctrl-C does, and removes its folder. */
  async stop(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      this.process.kill("SIGINT");
      await once(this.process, "exit");
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}

// Folders that are removed when this process ends.

import { rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** A process that was killed left older folders; younger ones may be in use by another process. */
const LEFT_OVER_MS = 24 * 60 * 60 * 1000;

// Without these handlers, a signal would end the process before its exit handlers run.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));

/** Makes a folder whose path begins with `prefix`. */
export async function temporaryFolder(prefix: string): Promise<string> {
  await mkdir(dirname(prefix), { recursive: true });
  await removeLeftOver(prefix);
  const folder = await mkdtemp(prefix);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function removeLeftOver(prefix: string): Promise<void> {
  for (const name of await readdir(dirname(prefix))) {
    if (!name.startsWith(basename(prefix))) continue;
    const folder = join(dirname(prefix), name);
    // Another process may have removed it in the meantime.
    const found = await stat(folder).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > LEFT_OVER_MS)
      await rm(folder, { recursive: true, force: true });
  }
}

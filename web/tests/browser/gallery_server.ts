// The gallery on a free port, for tests.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** Starts the gallery; returns its address and a function that stops it. */
export async function startGallery(): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const cwd = fileURLToPath(new URL("../..", import.meta.url));
  const server = spawn(process.execPath, ["dev/server.mjs", "--gallery", "--port=0"], {
    cwd,
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: server.stdout })) {
    const [url] = line.match(/http:\/\/[^/]+/) ?? [];
    if (url) return { url, stop: () => Promise.all([once(server, "exit"), server.kill()]) };
  }
  throw new Error("expected the gallery to listen, found its end");
}

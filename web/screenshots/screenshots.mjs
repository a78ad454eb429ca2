// `cargo site diff --screenshots` starts here: Node 20 doesn't run TypeScript, and Vite does.

import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

await runnerImport(fileURLToPath(new URL("screenshots.ts", import.meta.url)));

// `npm run build` starts here: Node 20 doesn't run TypeScript, and Vite does.

import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

// Otherwise the pages' bundle would contain React's development build.
process.env.NODE_ENV = "production";

await runnerImport(fileURLToPath(new URL("build.ts", import.meta.url)));

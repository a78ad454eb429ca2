// `npm run test:browser:long`: only the long tests. Some need other programs.

import { defineConfig } from "@playwright/test";
import config from "./playwright.config";

export default defineConfig(config, { grep: /@long/, grepInvert: [] });

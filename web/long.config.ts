// `npm run test:browser:long`: only the long tests, some of which need more programs.

import { defineConfig } from "@playwright/test";
import config from "./playwright.config";

export default defineConfig(config, { grep: /@long/, grepInvert: [] });

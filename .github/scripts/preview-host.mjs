// Keeps an exported site out of search engines, for a host of previews: `preview-host.mjs FOLDER`. The host itself asks for a login;
// this is for the day on which it forgets to.

import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const META = '<meta name="robots" content="noindex, nofollow"/>';

const [folder = ""] = process.argv.slice(2);
for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
  if (!name.endsWith(".html")) continue;
  const path = join(folder, name);
  const html = readFileSync(path, "utf8").replace(/<meta name="robots"[^>]*>/g, "");
  writeFileSync(path, html.replace("<head>", `<head>${META}`));
}
writeFileSync(join(folder, "robots.txt"), "User-agent: *\nDisallow: /\n");
// As some hosts read it.
appendFileSync(join(folder, "_headers"), "\n/*\n  X-Robots-Tag: noindex, nofollow\n");

// The servers that browser tests and budgets visit: the addresses in SITE_URL and FIXTURE_URL, or servers that
// `cargo site` builds and starts.

import { fileURLToPath } from "node:url";

/** Starts the servers that `cargo site test` hasn't started, one after another. */
export const webServer = [
  ...server("SITE_URL", "127.0.0.1:8180", "site serve"),
  ...server("FIXTURE_URL", "127.0.0.1:8181", "site serve --fixture"),
];

/** The command that starts a server, unless the environment has its address. Tests read the address there. */
function server(variable: "SITE_URL" | "FIXTURE_URL", address: string, command: string) {
  const url = `http://${address}`;
  if (process.env[variable] !== undefined) return [];
  process.env[variable] = url;
  return [
    {
      command: `cargo ${command} --addr ${address}`,
      url,
      cwd: fileURLToPath(new URL("../..", import.meta.url)),
      // The first run compiles everything.
      timeout: 20 * 60 * 1000,
      reuseExistingServer: false,
    },
  ];
}

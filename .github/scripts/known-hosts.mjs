// Prints the host keys of GitHub in the form of known_hosts, for the host in the first parameter. GitHub's API lists them over TLS, and lists a
// new key before a host uses it (https://docs.github.com/en/rest/meta/meta), so a new key needs no change here.

import { Api, run } from "./api.mjs";

await run(["HOST"], async (environment, host) => {
  const api = new Api(environment);
  const { ssh_keys } = await api.ask("GET", "/meta", undefined, api.root);
  return ssh_keys.map((/** @type {string} */ key) => `${host} ${key}`).join("\n");
});

// Prints the keys of GitHub's hosts in the form of known_hosts, for the host in the first parameter. GitHub's API names them over TLS, a
// new key before a host has it: https://docs.github.com/en/rest/meta/meta. So a change of keys needs no change here.

import { Api, run } from "./api.mjs";

await run(["HOST"], async (environment, host) => {
  const api = new Api(environment);
  const { ssh_keys } = await api.ask("GET", "/meta", undefined, api.root);
  return ssh_keys.map((/** @type {string} */ key) => `${host} ${key}`).join("\n");
});

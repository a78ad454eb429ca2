// Prints the keys of GitHub's hosts in the form of known_hosts, for the host in the first parameter.

import { knownHosts, run } from "./api.mjs";

await run((environment) => knownHosts(environment, process.argv[2] ?? ""));

// The islands' runtime. If the code of an island changes, this module runs again, and starts all islands again.

import { registry } from "../src/islands/registry";
import "../src/islands/runtime";
import { startIslands } from "../src/islands/start";
import { resetIslands, startNewIslandsWith } from "./page";

startNewIslandsWith((islands) => {
  startIslands({ querySelectorAll: () => islands } as unknown as ParentNode, registry);
});

import.meta.hot?.accept();
import.meta.hot?.dispose(resetIslands);

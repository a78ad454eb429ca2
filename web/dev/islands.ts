// The islands' runtime, which restarts all islands when the code of one has changed.

import "./island_errors";
import "../src/islands/runtime";
import { asServed, islandsBegun } from "./page";

islandsBegun();

if (import.meta.hot) {
  import.meta.hot.on("vite:beforeUpdate", ({ updates }) => {
    if (updates.some(({ path }) => path.includes("/src/islands/runtime"))) asServed();
  });
  import.meta.hot.accept(["../src/islands/runtime"], () => {});
}

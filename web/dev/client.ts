// What every page has in `cargo site dev` and in no build: it brings the page up to date. What is wrong is shown by Vite's
// overlay, which stays until this takes it away.

import { showEditions } from "./edition_bar";
import { show } from "./page";

const hot = import.meta.hot;
if (hot) {
  hot.on("site:page", ({ html, to }: { html?: string; to?: string }) => {
    if (to !== undefined) location.assign(to);
    else if (html === undefined || show(html)) {
      showEditions((starts) => hot.send("site:look", { starts }));
      document.documentElement.dataset.dev = "ready";
    }
  });
  hot.on("site:solved", () => document.querySelector("vite-error-overlay")?.remove());
  // After a break the page is loaded again, and says so again.
  hot.send("site:open", { path: location.pathname });
}

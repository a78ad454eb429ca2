// What every page has in `cargo site dev` and in no build: it brings the page up to date and shows what is wrong.

import { showProblems } from "./overlay";
import { show } from "./page";
import type { Problem } from "./problem";

const hot = import.meta.hot;
if (hot) {
  hot.on("site:page", ({ html, to }: { html?: string; to?: string }) => {
    if (to !== undefined) location.assign(to);
    else if (html !== undefined) show(html);
    document.documentElement.dataset.dev = "ready";
  });
  hot.on("site:problems", (problems: Problem[]) => showProblems(problems));
  // After a break the page is loaded again, and says so again.
  hot.send("site:open", { path: location.pathname });
}

// Filters the list of articles by category. The list itself stays static HTML.

import type { IslandProps, Mount } from "../contract";

export const mount: Mount<IslandProps["article_filter"]> = (root) => {
  const chips = [...root.querySelectorAll<HTMLButtonElement>("[data-category]")];
  const found = root.querySelector<HTMLElement>("[data-found]");
  const empty = root.querySelector<HTMLElement>("[data-empty]");
  const reset = root.querySelector<HTMLButtonElement>("[data-reset]");
  const articles = document.querySelectorAll<HTMLElement>("[data-articles] > [data-category]");
  if (!found || !empty || !reset)
    throw new Error("expected the filter's heading, empty state and reset button");

  function show(category: string): void {
    let count = 0;
    for (const article of articles) {
      article.hidden = category !== "" && article.dataset.category !== category;
      if (!article.hidden) count += 1;
    }
    for (const chip of chips) chip.setAttribute("aria-pressed", String(chip.dataset.category === category));
    if (found) {
      found.hidden = category === "" || count === 0;
      found.textContent = count === 1 ? "1 article found" : `${count} articles found`;
    }
    if (empty) empty.hidden = count > 0;
  }

  function choose(category: string): void {
    show(category);
    const address = new URL(location.href);
    if (category === "") address.searchParams.delete("category");
    else address.searchParams.set("category", category);
    history.replaceState(history.state, "", address);
  }

  for (const chip of chips) chip.addEventListener("click", () => choose(chip.dataset.category ?? ""));
  reset.addEventListener("click", () => {
    choose("");
    chips[0]?.focus();
  });

  const asked = new URLSearchParams(location.search).get("category");
  if (asked !== null && chips.some((chip) => chip.dataset.category === asked)) show(asked);
};

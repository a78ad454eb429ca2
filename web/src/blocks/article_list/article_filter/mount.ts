// Filters the list of articles by category. The list itself stays static HTML.

import type { Mount } from "../../../islands/contract";

export const mount: Mount<object> = (root) => {
  const chips = [...root.querySelectorAll<HTMLAnchorElement>("[data-category]")];
  const found = root.querySelector<HTMLElement>("[data-found]");
  const empty = root.querySelector<HTMLElement>("[data-empty]");
  const reset = root.querySelector<HTMLButtonElement>("[data-reset]");
  const list = root.closest("section")?.querySelectorAll<HTMLElement>("[data-articles] > *");
  if (!list || !found || !empty || !reset)
    throw new Error("expected the filter's list, heading, empty state and reset button");

  /** Shows the category that the address names; all articles if that category doesn't exist. */
  function show(): void {
    const parameter = new URLSearchParams(location.search).get("category") ?? "";
    const known = chips.some((chip) => chip.dataset.category === parameter);
    const category = known ? parameter : "";
    let count = 0;
    for (const article of list ?? []) {
      article.hidden = category !== "" && article.dataset.category !== category;
      if (!article.hidden) count += 1;
    }
    for (const chip of chips) chip.setAttribute("aria-pressed", String(chip.dataset.category === category));
    if (found) {
      found.hidden = known && category === "";
      const { found: several, foundOne: one, unknown = "" } = found.dataset;
      found.textContent = known ? `${count} ${count === 1 ? one : several}` : unknown;
    }
    if (empty) empty.hidden = count > 0;
  }

  function choose(chip: HTMLAnchorElement): void {
    if (chip.href !== location.href) history.pushState(null, "", chip.href);
    show();
  }

  for (const chip of chips) {
    // Firefox before 119 doesn't have this property.
    chip.setAttribute("role", "button");
    chip.addEventListener("click", (event) => {
      // With a key held down, a browser opens links in their own way.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      choose(chip);
    });
    chip.addEventListener("keydown", (event) => {
      if (event.key !== " ") return;
      event.preventDefault();
      chip.click();
    });
  }
  reset.addEventListener("click", () => {
    const [all] = chips;
    if (!all) return;
    choose(all);
    all.focus();
  });
  addEventListener("popstate", show);
  show();
};

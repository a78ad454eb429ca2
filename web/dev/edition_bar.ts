// The bar at the bottom of the page, which switches editions; pages.mjs writes it.

/** Handles the bar's buttons and list; `look` switches to the edition that starts at a moment, or to the current one. */
export function followEditions(look: (starts: number | null) => void): void {
  const turn = (option: HTMLOptionElement | undefined) =>
    option && look(option.value === "" ? null : Number(option.value));

  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof HTMLButtonElement && target.matches(".edition-bar button"))) return;
    const { options, selectedIndex } = list();
    const next = options[selectedIndex + Number(target.value)];
    turn(next);
    const status = document.querySelector(".edition-bar [role=status]");
    if (next && status) status.textContent = next.text;
  });
  document.addEventListener("change", ({ target }) => {
    if (target === list()) turn(list().selectedOptions[0]);
  });
}

/** Selects the page's edition: after someone has made a choice, the browser ignores the attribute. */
export function selectEdition(): void {
  const shown = list().querySelector<HTMLOptionElement>("option[selected]");
  if (shown) shown.selected = true;
}

function list(): HTMLSelectElement {
  const select = document.querySelector<HTMLSelectElement>(".edition-bar select");
  if (!select) throw new Error("expected the bar of editions");
  return select;
}

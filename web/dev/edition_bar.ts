// The bar at the bottom of the page, which switches editions. It is hidden unless there are several.

/** An edition, by its start in seconds since 1970; null for the first. */
export interface Edition {
  starts: number | null;
  name: string;
  isCurrent: boolean;
}

const bar = document.createElement("nav");
bar.className = "edition-bar";
bar.hidden = true;
bar.setAttribute("aria-label", "Editions of the site");
bar.innerHTML =
  '<button type="button">Earlier</button><select aria-label="Edition"></select>' +
  '<button type="button">Later</button><span role="status"></span>';
const [earlier, list, later, status] = bar.children as unknown as [
  HTMLButtonElement,
  HTMLSelectElement,
  HTMLButtonElement,
  HTMLElement,
];
document.body.append(bar);

earlier.addEventListener("click", () => turn(-1));
later.addEventListener("click", () => turn(1));
list.addEventListener("change", () => look(list.selectedOptions[0] as HTMLOptionElement));

export function showEditions(editions: Edition[]): void {
  const options = editions.map(
    ({ starts, name, isCurrent }) => new Option(name, `${starts}`, isCurrent, isCurrent),
  );
  list.replaceChildren(...options);
  bar.hidden = editions.length < 2;
  // A button at the end of the list stays enabled: disabling it would lose the focus.
  earlier.ariaDisabled = String(list.selectedIndex === 0);
  later.ariaDisabled = String(list.selectedIndex === editions.length - 1);
}

/** Announces the edition before or after this one, and switches to it. */
function turn(by: -1 | 1): void {
  const option = list.options[list.selectedIndex + by];
  if (!option) return;
  status.textContent = option.text;
  look(option);
}

function look({ value }: HTMLOptionElement): void {
  import.meta.hot?.send("site:look", { starts: JSON.parse(value) });
}

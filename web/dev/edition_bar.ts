// The bar at the bottom of the page, which switches editions. It is hidden unless there are several.

/** An edition, by its start in seconds since 1970; null for the first. */
export interface Edition {
  starts: number | null;
  name: string;
  isCurrent: boolean;
}

const bar = document.createElement("nav");
bar.className = "edition-bar screen-only";
bar.hidden = true;
bar.setAttribute("aria-label", "Editions of the site");
const list = bar.appendChild(document.createElement("select"));
list.setAttribute("aria-label", "Edition");
list.addEventListener("change", () => {
  import.meta.hot?.send("site:look", { starts: JSON.parse(list.value) });
});
document.body.append(bar);

export function showEditions(editions: Edition[]): void {
  const options = editions.map(
    ({ starts, name, isCurrent }) => new Option(name, `${starts}`, isCurrent, isCurrent),
  );
  list.replaceChildren(...options);
  bar.hidden = editions.length < 2;
}

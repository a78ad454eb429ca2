// The bar at the foot of the page, which moves through the editions. It is there where there are several.

interface Choice {
  /** The moment at which the edition starts; none of the one that is in force. */
  starts: number | null;
  name: string;
  isShown: boolean;
}

/** Brings the bar up to date with the page; `look` turns to another edition. */
export function showEditions(look: (starts: number | null) => void): void {
  const choices = offered();
  const bar = document.querySelector<HTMLElement>(".edition-bar");
  if (choices.length < 2) {
    bar?.remove();
    return;
  }
  const shown = choices.findIndex(({ isShown }) => isShown);
  const { root, earlier, select, later } = bar ? partsOf(bar) : made();
  if (!bar) {
    // What follows the page is not the page's own: where that is patched, it stays.
    document.body.append(root);
    earlier.addEventListener("click", () => step(-1, look));
    later.addEventListener("click", () => step(1, look));
    select.addEventListener("change", () => look(offered()[select.selectedIndex]?.starts ?? null));
  }
  select.replaceChildren(...choices.map(({ name }) => new Option(name)));
  select.selectedIndex = shown;
  // Not disabled: a button would lose the focus at the end of its way.
  earlier.setAttribute("aria-disabled", String(shown === 0));
  later.setAttribute("aria-disabled", String(shown === choices.length - 1));
}

/** Turns to the edition before or after the one that is shown. */
function step(by: number, look: (starts: number | null) => void): void {
  const choices = offered();
  const next = choices[choices.findIndex(({ isShown }) => isShown) + by];
  if (!next) return;
  look(next.starts);
  const said = document.querySelector(".edition-bar [role=status]");
  if (said) said.textContent = next.name;
}

/** The editions that the page names. */
function offered(): Choice[] {
  const named = document.querySelector<HTMLMetaElement>("meta[name=dev-editions]");
  return JSON.parse(named?.content ?? "[]") as Choice[];
}

interface Parts {
  root: HTMLElement;
  earlier: HTMLButtonElement;
  select: HTMLSelectElement;
  later: HTMLButtonElement;
}

function made(): Parts {
  const root = document.createElement("nav");
  root.className = "edition-bar";
  root.setAttribute("aria-label", "Editions of the site");
  root.innerHTML =
    '<button type="button">Earlier</button><select aria-label="Edition"></select>' +
    '<button type="button">Later</button><span role="status"></span>';
  return partsOf(root);
}

function partsOf(root: HTMLElement): Parts {
  const [earlier, later] = root.querySelectorAll("button");
  const select = root.querySelector("select");
  if (!earlier || !later || !select) throw new Error("expected the parts of the bar of editions");
  return { root, earlier, select, later };
}

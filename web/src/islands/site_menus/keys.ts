/** How long letters count as one word of type-ahead. */
const WORD_MS = 1000;

/**
 * ArrowDown opens the menu and enters it; the arrows, Home and End move through its links, and letters lead to
 * the next link that begins with them. Enter, Space and Escape are the browser's own.
 */
export function walkWithKeys(opener: HTMLElement, menu: HTMLElement): void {
  const links = [...menu.querySelectorAll("a")];
  const word = typeAhead();

  opener.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    if (!menu.matches(":popover-open")) menu.showPopover();
    links.at(event.key === "ArrowDown" ? 0 : -1)?.focus();
  });

  menu.addEventListener("keydown", (event) => {
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    const to = target(event, at);
    if (to === undefined) return;
    event.preventDefault();
    links[to]?.focus();
  });

  function target(event: KeyboardEvent, at: number): number | undefined {
    const { length } = links;
    if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
    switch (event.key) {
      case "ArrowDown":
        return (at + 1) % length;
      case "ArrowUp":
        return (at - 1 + length) % length;
      case "Home":
        return 0;
      case "End":
        return length - 1;
      default:
        return event.key.length === 1 && event.key !== " " ? lookUp(word(event.key), at) : undefined;
    }
  }

  /** A word's first letter moves on from the current link; further letters may stay on it. */
  function lookUp(letters: string, at: number): number | undefined {
    const from = letters.length === 1 ? at + 1 : at;
    const order = links.map((_, step) => (from + step) % links.length);
    return order.find((index) => links[index]?.textContent?.toLowerCase().startsWith(letters));
  }
}

function typeAhead(): (letter: string) => string {
  let letters = "";
  let last = Number.NEGATIVE_INFINITY;
  return (letter) => {
    const now = performance.now();
    letters = now - last > WORD_MS ? letter.toLowerCase() : letters + letter.toLowerCase();
    last = now;
    return letters;
  };
}

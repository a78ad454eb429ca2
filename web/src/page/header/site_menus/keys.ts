/** After this pause, in milliseconds, a letter begins a new word of type-ahead. */
const WORD_MS = 1000;

/**
 * Enter, Space and ArrowDown open the menu and enter it; the arrows, Home and End move through its links, and letters
 * lead to the next link that begins with them. Leaving it closes it. The browser handles Tab and Escape.
 */
export function walkWithKeys(opener: HTMLElement, menu: HTMLElement): void {
  const links = [...menu.querySelectorAll("a")];
  const word = typeAhead();
  const isOpen = () => menu.matches(":popover-open");

  const walk = (event: KeyboardEvent) => {
    const to = target(event, links.indexOf(document.activeElement as HTMLAnchorElement));
    if (to === undefined) return;
    event.preventDefault();
    if (!isOpen()) menu.showPopover();
    links[to]?.focus();
  };
  opener.addEventListener("keydown", (event) => {
    // One that is repeated has been answered by the browser: the menu is open.
    if (["Enter", " "].includes(event.key) && isOpen() !== event.isTrusted) {
      event.preventDefault();
      if (!isOpen()) menu.showPopover();
      links[0]?.focus();
      return;
    }
    if (isOpen() || event.key === "ArrowDown" || event.key === "ArrowUp") walk(event);
  });
  menu.addEventListener("keydown", walk);

  // The browser returns the focus to where it was before; for a menu opened by mouse, that isn't its button.
  menu.addEventListener("beforetoggle", (event) => {
    if (event.newState === "closed" && menu.contains(document.activeElement)) opener.focus();
  });
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && relatedTarget !== opener && !menu.contains(relatedTarget))
      menu.hidePopover();
  };
  opener.addEventListener("focusout", leave);
  menu.addEventListener("focusout", leave);

  function target(event: KeyboardEvent, at: number): number | undefined {
    const { length } = links;
    if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
    switch (event.key) {
      case "ArrowDown":
        return (at + 1) % length;
      case "ArrowUp":
        return (at < 1 ? length : at) - 1;
      case "Home":
        return 0;
      case "End":
        return length - 1;
      default:
        return event.key.length === 1 && event.key !== " " ? lookUp(word(event.key), at) : undefined;
    }
  }

  /** One letter, also repeated, moves on from the current link; a longer word may stay on it. */
  function lookUp(letters: string, at: number): number | undefined {
    const single = new Set(letters).size === 1;
    const start = single ? letters.slice(0, 1) : letters;
    const from = single ? at + 1 : Math.max(at, 0);
    const order = links.map((_, step) => (from + step) % links.length);
    return order.find((index) => links[index]?.textContent?.toLowerCase().startsWith(start));
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

/** Puts the menu under its button where the browser can't anchor it there. */
export function placeUnder(opener: HTMLElement, menu: HTMLElement): void {
  if (CSS.supports("position-area: block-end")) return;
  const place = () => {
    const { left, right, bottom } = opener.getBoundingClientRect();
    const { clientWidth } = document.documentElement;
    // The menu keeps to the side of the window that its button is on.
    const [near, far] = left < clientWidth / 2 ? [`${left}px`, "auto"] : ["auto", `${clientWidth - right}px`];
    menu.style.inset = `${bottom + scrollY}px ${far} auto ${near}`;
  };
  menu.addEventListener("beforetoggle", place);
  // The menu may have been opened before this script loaded.
  place();
}

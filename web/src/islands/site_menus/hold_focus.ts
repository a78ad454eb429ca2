/** While the panel is open, nothing else on the page can be reached. */
export function holdFocus(panel: HTMLElement): void {
  const hold = (open: boolean) => {
    for (const element of document.querySelectorAll<HTMLElement>(".bar, main, footer, .skip-link")) {
      element.inert = open;
    }
  };
  hold(panel.matches(":popover-open"));
  // Before, not after: the button that opened the panel gets the focus back while it closes.
  panel.addEventListener("beforetoggle", (event) => hold(event.newState === "open"));
  panel.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("a")) panel.hidePopover();
  });
}

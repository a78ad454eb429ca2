import { closeUnseen } from "../../close_unseen";

/**
 * While the panel is open, the focus can't reach the rest of the page. Following a link closes the panel, and so
 * does widening the window too far for it.
 */
export function holdFocus(panel: HTMLElement, opener: HTMLElement): void {
  const hold = (open: boolean) => {
    for (const element of document.querySelectorAll<HTMLElement>(
      ".bar, .phone-actions, main, footer, .skip-link",
    )) {
      element.inert = open;
    }
  };
  const open = () => {
    hold(true);
    closeUnseen(panel, panel, () => {
      panel.hidePopover();
      // A panel that was removed is closed without an event.
      hold(false);
    });
  };
  if (panel.matches(":popover-open")) open();
  panel.addEventListener("toggle", ({ newState }) => {
    if (newState === "open") open();
  });
  panel.addEventListener("beforetoggle", ({ newState }) => {
    if (newState === "open") return;
    // An inert element can't get the focus back.
    hold(false);
    const { activeElement, body } = document;
    if (activeElement === body || panel.contains(activeElement)) opener.focus({ preventScroll: true });
  });
  panel.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("a")) panel.hidePopover();
  });
  // Before 18.3, iOS doesn't close a popover on a touch outside it.
  addEventListener("click", ({ target }) => {
    if (panel.matches(":popover-open") && target instanceof Node && !panel.contains(target))
      panel.hidePopover();
  });
  new ResizeObserver(() => {
    if (opener.offsetParent === null) panel.hidePopover();
  }).observe(opener);
}

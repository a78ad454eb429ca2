import { closeUnseen } from "../../close_unseen";

/**
 * While the panel is open, the focus can't reach the rest of the page. Widening the window too far for the
 * panel closes it.
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
  // Before 18.3, iOS doesn't close a popover on a touch outside it.
  addEventListener("click", ({ target }) => {
    if (panel.matches(":popover-open") && target instanceof Node && !panel.contains(target))
      panel.hidePopover();
  });
  new ResizeObserver(() => {
    if (opener.offsetParent === null) panel.hidePopover();
  }).observe(opener);
}

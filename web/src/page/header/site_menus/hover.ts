/** A mouse that only passes by opens nothing. */
const OPEN_MS = 100;
/** A mouse may leave for a moment on its way into the menu. */
const CLOSE_MS = 300;

/** Opens the menu under a resting mouse, and closes it when the mouse has gone. */
export function openOnHover(opener: HTMLElement, menu: HTMLElement): void {
  const item = opener.parentElement ?? opener;
  let timer = 0;
  let byHover = false;

  const rest = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (menu.matches(":popover-open")) return;
      menu.showPopover();
      byHover = true;
    }, OPEN_MS);
  };
  const enter = (event: PointerEvent) => {
    if (event.pointerType === "mouse") rest();
  };
  const leave = (event: PointerEvent) => {
    if (event.pointerType !== "mouse") return;
    clearTimeout(timer);
    if (byHover && !menu.contains(document.activeElement)) {
      timer = window.setTimeout(() => menu.hidePopover(), CLOSE_MS);
    }
  };

  item.addEventListener("pointerenter", enter);
  item.addEventListener("pointerleave", leave);
  // A mouse that rests on the button opens no menu that has just been closed with Escape or at a link. The event "toggle"
  // would come too late: the timer may end before it.
  menu.addEventListener("beforetoggle", () => {
    byHover = false;
    clearTimeout(timer);
  });
  // A click right after the hover opened the menu means open, not close.
  opener.addEventListener("click", (event) => {
    if (!byHover) return;
    event.preventDefault();
    byHover = false;
  });
  // The mouse may have come before the script. Touch leaves :hover set, so this applies to mice only. If the button has
  // the focus, the visitor has already opened the menu, and perhaps closed it.
  const isUsed = document.activeElement === opener;
  if (!isUsed && matchMedia("(hover: hover)").matches && item.matches(":hover")) rest();
}

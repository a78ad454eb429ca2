/** The interval in milliseconds between two looks at an open element. */
const INTERVAL_MS = 500;

/**
 * Calls `close` when an element that has opened over the page, or its close button, is no longer visible: an
 * extension may hide or remove either, and the visitor couldn't use the page behind it. Also calls it if the
 * element is already closed.
 */
export function closeUnseen(element: HTMLElement, button: HTMLElement, close: () => void): void {
  const look = () => {
    // A panel that slides in is out of view at first.
    if (element.getAnimations()[0]) return;
    const { x, y, width, height } = element.getBoundingClientRect();
    // Whatever an extension has put on top of it doesn't count.
    const there = document.elementsFromPoint(x + width / 2, y + height / 2);
    const isSeen =
      there.includes(element) && button.getClientRects()[0] && getComputedStyle(element).opacity > "0";
    if (isSeen && element.matches(":is(:modal, :popover-open)")) return;
    clearInterval(timer);
    close();
  };
  const timer = setInterval(look, INTERVAL_MS);
  look();
}

/**
 * Notes where the visitor is reading, and returns a function that goes back there after a dialog closes. The dialog
 * itself restores the focus; but if nothing had the focus, it doesn't restore where Tab continues.
 */
export function placeOfReading(): () => void {
  const { activeElement, body } = document;
  if (activeElement && activeElement !== body) return () => {};
  const place = clicked() ?? document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  return () => {
    if (!(place instanceof HTMLElement)) return;
    const before = place.getAttribute("tabindex");
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
    // Tab continues from the last focused element.
    place.blur();
    if (before === null) place.removeAttribute("tabindex");
    else place.setAttribute("tabindex", before);
  };
}

/** The element that the visitor clicked last, if it is in view. */
function clicked(): Element | null {
  const place = getSelection()?.anchorNode?.parentElement ?? null;
  const box = place?.getBoundingClientRect();
  return box && box.bottom > 0 && box.top < innerHeight ? place : null;
}

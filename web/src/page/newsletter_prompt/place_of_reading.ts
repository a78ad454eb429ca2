/**
 * Notes where somebody reads, and gives what leads back there once a dialog is closed: the dialog itself gives the focus
 * back, but not the place from which Tab goes on where nothing had the focus.
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
    // Tab goes on from where the focus was last.
    place.blur();
    if (before === null) place.removeAttribute("tabindex");
    else place.setAttribute("tabindex", before);
  };
}

/** The element in view that somebody has clicked last. */
function clicked(): Element | null {
  const place = getSelection()?.anchorNode?.parentElement ?? null;
  const box = place?.getBoundingClientRect();
  return box && box.bottom > 0 && box.top < innerHeight ? place : null;
}

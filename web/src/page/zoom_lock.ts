/**
 * iOS zooms into a field that gets the focus and doesn't zoom out again. Only on iOS, this locks the zoom
 * while a field has the focus. Pinching still works, since iOS applies the limit only to its own zooming.
 */
export function lockZoomInFields(page: Document): void {
  const viewport = page.querySelector<HTMLMetaElement>("meta[name=viewport]");
  if (!viewport || !isIos(navigator)) return;
  const { content } = viewport;
  const locked = `${content}, maximum-scale=1`;
  const set = (value: string, element: EventTarget | null) => {
    if ((element as Element | null)?.matches("input, select, textarea")) viewport.content = value;
  };
  page.addEventListener("focusin", ({ target }) => set(locked, target));
  page.addEventListener("focusout", ({ target }) => set(content, target));
  // A field may have the focus before this script loads.
  set(locked, page.activeElement);
}

/** An iPad identifies itself as a Mac, but no Mac has a touch screen. */
function isIos({ userAgent, platform, maxTouchPoints }: Navigator): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (platform === "MacIntel" && maxTouchPoints > 1);
}

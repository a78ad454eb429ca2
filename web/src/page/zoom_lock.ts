/**
 * iOS zooms into a field that gets the focus and does not zoom out again. There, and nowhere else, the zoom is
 * locked while a field has the focus; pinching stays free, since iOS heeds the limit for its own zooming only.
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
  // The page can be used before this script is there.
  set(locked, page.activeElement);
}

/** An iPad says that it is a Mac; no Mac has a touch screen. */
function isIos({ userAgent, platform, maxTouchPoints }: Navigator): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (platform === "MacIntel" && maxTouchPoints > 1);
}

/**
 * iOS zooms into a field that gets the focus and does not zoom out again. There, and nowhere else, the zoom is
 * locked while a field has the focus; pinching stays free, since iOS heeds the limit for its own zooming only.
 */
export function lockZoomInFields(page: Document): void {
  const viewport = page.querySelector<HTMLMetaElement>("meta[name=viewport]");
  if (!viewport || !isIos(navigator)) return;
  const { content } = viewport;
  const set = (value: string) => (event: Event) => {
    if ((event.target as Element).matches("input, select, textarea")) viewport.content = value;
  };
  page.addEventListener("focusin", set(`${content}, maximum-scale=1`));
  page.addEventListener("focusout", set(content));
}

/** An iPad says that it is a Mac; no Mac has a touch screen. */
function isIos({ userAgent, platform, maxTouchPoints }: Navigator): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (platform === "MacIntel" && maxTouchPoints > 1);
}

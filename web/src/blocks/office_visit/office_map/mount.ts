import type { Mount } from "../../../islands/contract";

/** Loads the embedded map when its button is pressed, and not before. */
export const mount: Mount<object> = (root) => {
  const map = root.querySelector("template")?.content.firstElementChild;
  if (!map) throw new Error("expected the map's frame in a template, found none");
  root.querySelector("button")?.addEventListener("click", (event) => {
    const frame = map.cloneNode() as HTMLIFrameElement;
    (event.currentTarget as HTMLElement).replaceWith(frame);
    frame.focus();
  });
};

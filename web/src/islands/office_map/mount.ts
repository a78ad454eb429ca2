import type { IslandProps, Mount } from "../contract";

/** Loads the embedded map when its button is pressed, and not before. */
export const mount: Mount<IslandProps["office_map"]> = (root, { url, title }) => {
  root.querySelector("button")?.addEventListener("click", (event) => {
    const frame = document.createElement("iframe");
    frame.src = url;
    frame.title = title;
    frame.loading = "lazy";
    frame.referrerPolicy = "no-referrer-when-downgrade";
    (event.currentTarget as HTMLElement).replaceWith(frame);
    frame.focus();
  });
};

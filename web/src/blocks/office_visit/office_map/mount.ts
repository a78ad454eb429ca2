import type { Mount } from "../../../islands/contract";

/** Loads the embedded map in place of the drawn one when its button is pressed, and not before. */
export const mount: Mount<object> = (root) => {
  const map = root.querySelector("template")?.content.firstElementChild;
  const link = root.querySelector("a");
  const drawn = root.querySelector("img");
  if (!map || !link || !drawn) {
    throw new Error("expected a drawn map, the embedded map's frame in a template, and a link");
  }
  const button = document.createElement("button");
  button.type = "button";
  button.className = link.className;
  // Without the mark of what leaves the site.
  button.textContent = link.firstChild?.textContent ?? "";
  const focused = document.activeElement === link;
  link.replaceWith(button);
  if (focused) button.focus();
  button.addEventListener("click", () => {
    const frame = map.cloneNode() as HTMLIFrameElement;
    // A photograph stands in a <picture>.
    (drawn.closest("picture") ?? drawn).replaceWith(frame);
    button.remove();
    frame.focus();
  });
};

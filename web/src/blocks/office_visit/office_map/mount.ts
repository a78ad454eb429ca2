import type { Mount } from "../../../islands/contract";

/** Replaces the drawn map with the embedded one, which loads only when the button is pressed. */
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
  // Leaves out the mark of an external link.
  button.textContent = link.firstChild?.textContent ?? "";
  const focused = document.activeElement === link;
  link.replaceWith(button);
  if (focused) button.focus();
  button.addEventListener("click", () => {
    const frame = map.cloneNode() as HTMLIFrameElement;
    // A photograph is inside a <picture>.
    (drawn.closest("picture") ?? drawn).replaceWith(frame);
    button.remove();
    frame.focus();
  });
};

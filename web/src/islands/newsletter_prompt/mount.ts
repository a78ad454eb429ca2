import type { IslandProps, Mount } from "../contract";

/** Opens the newsletter's pop-up once, `delay` milliseconds after the page's load. */
export const mount: Mount<IslandProps["newsletter_prompt"]> = (root, { delay }) => {
  const dialog = root.querySelector("dialog");
  if (!dialog) throw new Error("expected a <dialog>, found none");
  for (const way of dialog.querySelectorAll("a, [data-close]"))
    way.addEventListener("click", () => dialog.close());
  const open = () => {
    // An open menu is not to be covered; the prompt waits until it is closed.
    if (document.querySelector(":popover-open")) setTimeout(open, 1000);
    else dialog.showModal();
  };
  setTimeout(open, delay);
};

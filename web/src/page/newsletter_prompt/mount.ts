import type { Mount } from "../../islands/contract";

/** Retry interval while another popover or dialog is open. */
const AGAIN_MS = 1000;

/** Opens the newsletter's pop-up once, `delay` milliseconds after the page's load. */
export const mount: Mount<{ delay: number }> = (root, { delay }) => {
  const dialog = root.querySelector("dialog");
  const heading = dialog?.querySelector<HTMLElement>("h2");
  if (!dialog || !heading) throw new Error("expected a <dialog> with a heading");
  for (const way of dialog.querySelectorAll("a, [data-close]"))
    way.addEventListener("click", () => dialog.close());
  // The heading takes the focus, not the link: somebody may be typing, and their next key must follow no link.
  heading.autofocus = true;
  const open = () => {
    // The prompt covers nothing that somebody has opened; it waits until that is closed.
    if (document.querySelector(":popover-open, dialog[open]")) setTimeout(open, AGAIN_MS);
    else dialog.showModal();
  };
  const wait = () => setTimeout(open, delay);
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait);
};

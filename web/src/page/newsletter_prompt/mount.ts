import type { Mount } from "../../islands/contract";
import { closeUnseen } from "../close_unseen";
import { placeOfReading } from "./place_of_reading";

/** Retry interval while the visitor is busy. */
const AGAIN_MS = 1000;

/** Opens the newsletter's pop-up once, `delay` milliseconds after the page's load. */
export const mount: Mount<{ delay: number }> = (root, { delay }) => {
  const dialog = root.querySelector("dialog");
  const closer = dialog?.querySelector<HTMLElement>("[data-close]");
  if (!dialog || !closer) throw new Error("expected a <dialog>");
  for (const way of dialog.querySelectorAll("a, [data-close]"))
    way.addEventListener("click", () => dialog.close());
  // The dialog takes the focus, not the link: if the visitor is typing, their next key must not follow a link. A screen
  // reader says the dialog's name and its words.
  dialog.autofocus = true;
  // HTML doesn't allow this attribute in the page, but browsers that don't focus a dialog by themselves need it.
  dialog.tabIndex = -1;
  const open = () => {
    // The prompt must not cover anything that the visitor has opened or is typing into, or appear while the tab is
    // hidden; it waits until then.
    if (document.hidden || isBusy()) {
      setTimeout(open, AGAIN_MS);
      return;
    }
    const goBack = placeOfReading();
    dialog.addEventListener("close", goBack, { once: true });
    dialog.showModal();
    // Older browsers give the focus to the link.
    dialog.focus();
    closeUnseen(dialog, closer, () => dialog.close());
  };
  const wait = () => {
    // The script may come long after the load.
    const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const now = performance.now();
    setTimeout(open, delay - (now - (visit?.loadEventStart || now)));
  };
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait);
};

function isBusy(): boolean {
  const open = ["dialog[open]", ...("popover" in HTMLElement.prototype ? [":popover-open"] : [])];
  return Boolean(document.activeElement?.matches("input[type=text]") || document.querySelector(open.join()));
}

/**
 * Closes the menu or the panel of a link that is followed: the link may lead to a place on the same page, and Firefox
 * and Safari come back to a page as it was left.
 */
export function closeAtLinks(page: Document): void {
  page.addEventListener("click", ({ target }) => {
    // A browser without popovers has nothing to close.
    (target as Element).closest("a")?.closest<HTMLElement>("[popover]")?.hidePopover?.();
  });
}

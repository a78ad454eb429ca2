/** Makes a region and a tab stop of a table that scrolls, for as long as it does. */
export function markWideTables(page: ParentNode): void {
  const mark = (frame: HTMLElement) => {
    const { label } = frame.dataset;
    if (label && frame.scrollWidth > frame.clientWidth) {
      frame.setAttribute("role", "region");
      frame.setAttribute("aria-label", label);
      frame.setAttribute("tabindex", "0");
    } else {
      frame.removeAttribute("role");
      frame.removeAttribute("aria-label");
      frame.removeAttribute("tabindex");
    }
  };
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) mark(target.closest(".table") as HTMLElement);
  });
  for (const frame of page.querySelectorAll(".table")) {
    observer.observe(frame);
    // Its letters may grow.
    for (const table of frame.children) observer.observe(table);
  }
}

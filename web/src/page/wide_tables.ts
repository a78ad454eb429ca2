/** Makes a region and a tab stop of a table that scrolls, for as long as it does. */
export function markWideTables(page: ParentNode): void {
  const mark = (frame: HTMLElement) => {
    const label = frame.scrollWidth > frame.clientWidth ? frame.dataset.label : undefined;
    for (const [name, value] of Object.entries({ role: "region", "aria-label": label, tabindex: "0" })) {
      if (label) frame.setAttribute(name, value ?? "");
      else frame.removeAttribute(name);
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

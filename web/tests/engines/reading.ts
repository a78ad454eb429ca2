// Functions that read a page for tests. Each runs in the page.

/** Tells whether a menu is directly below its button, inside the window. */
export function isBelow(menu: string, button: string): boolean {
  const boxOf = (selector: string) =>
    document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
  const [box, above] = [boxOf(menu), boxOf(button)];
  const gap = box.top - above.bottom;
  const overlaps = box.left < above.right && box.right > above.left;
  return gap > -2 && gap < 16 && overlaps && box.left >= 0 && box.right <= innerWidth;
}

export function isInView(selector: string): boolean {
  const { top, bottom } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
  return top >= 0 && bottom > top && bottom <= innerHeight;
}

/** How much wider the page is than its window, in CSS pixels. */
export const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

export const textOf = (field: string) => document.querySelector<HTMLInputElement>(field)?.value;

/** The value of a field, with "|" at the caret. */
export function withCaret(selector: string): string {
  const field = document.querySelector<HTMLInputElement>(selector);
  const at = field?.selectionStart ?? 0;
  return `${field?.value.slice(0, at)}|${field?.value.slice(at)}`;
}

/** Fills a field; "|" is the caret, "[" and "]" a selection. Returns false without the field. */
export function put(selector: string, written: string): boolean {
  const field = document.querySelector<HTMLInputElement>(selector);
  if (!field) return false;
  field.value = written.replace(/[[\]|]/g, "");
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  field.setSelectionRange(written.search(/[[|]/), Math.max(written.indexOf("|"), written.indexOf("]") - 1));
  return true;
}

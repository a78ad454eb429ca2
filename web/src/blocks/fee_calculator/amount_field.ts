// The field while somebody types an amount into it.

import { digitsOf, readAmount, tidyAmount } from "../../fees/format";

/** A text of the field, and the place of the caret in it. */
interface Written {
  text: string;
  caret: number;
}

/**
 * Groups the digits of a field while somebody types, keeps the caret, and undoes by key. `changed` gets the amount at once and
 * after each change, null where there is none above zero. The function that is returned ends it.
 */
export function groupDigits(field: HTMLInputElement, changed: (amount: bigint | null) => void): () => void {
  let last: Written = { text: "", caret: 0 };
  /** Earlier texts: setting a field's value empties the browser's own list. */
  const past: Written[] = [];
  let wasSelected = false;

  const put = (next: Written) => {
    last = next;
    if (next.text === field.value) return;
    field.value = next.text;
    if (document.activeElement === field) field.setSelectionRange(next.caret, next.caret);
  };

  /** The text as it was typed. Where only a separator was deleted, by a key beside it, the digit beyond it was meant. */
  const typed = (inputType: string): Written => {
    const text = field.value;
    const caret = field.selectionStart ?? text.length;
    const back = inputType === "deleteContentBackward";
    if (wasSelected || (!back && inputType !== "deleteContentForward")) return { text, caret };
    if (digitsOf(text) !== digitsOf(last.text)) return { text, caret };
    const meant = back ? caret - 1 : caret;
    return { text: text.slice(0, meant) + text.slice(meant + 1), caret: meant };
  };

  const tidy = (inputType: string, isComposing: boolean) => {
    const { text, caret } = typed(inputType);
    const next = tidyAmount(text, caret);
    // An input method is at work on its text until it says that it has ended.
    if (!isComposing) {
      if (next.text !== last.text) past.push(last);
      put(next);
    }
    changed(readAmount(next.text));
  };

  const undo = (event: KeyboardEvent) => {
    const wanted = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z";
    if (!wanted) return;
    event.preventDefault();
    const before = past.pop();
    if (!before) return;
    put(before);
    changed(readAmount(before.text));
  };

  const listening = new AbortController();
  const { signal } = listening;
  const noteSelection = () => {
    wasSelected = field.selectionStart !== field.selectionEnd;
  };
  field.addEventListener("beforeinput", noteSelection, { signal });
  // An event of a script may be a plain one, without a type of input.
  const onInput = (event: Event) => {
    const { inputType = "", isComposing = false } = event as Partial<InputEvent>;
    tidy(inputType, isComposing);
  };
  field.addEventListener("input", onInput, { signal });
  field.addEventListener("compositionend", () => tidy("", false), { signal });
  field.addEventListener("keydown", undo, { signal });
  tidy("", false);
  return () => listening.abort();
}

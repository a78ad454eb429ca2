// The field's behavior while a visitor types an amount.

import { digitsOf, readAmount, tidyAmount, tidyDigits, type Written } from "../../fees/format";

/**
 * Groups the digits of a field while a visitor types, keeps the caret in place, and undoes and redoes by key. Calls
 * `changed` at once and after each change, with null if no amount is above zero. The returned function stops it.
 */
export function groupDigits(field: HTMLInputElement, changed: (amount: bigint | null) => void): () => void {
  let last: Written = { text: "", caret: 0 };
  /** Earlier texts and undone texts: setting a field's value clears the browser's own undo history. */
  const past: Written[] = [];
  const undone: Written[] = [];
  let wasSelected = false;

  const put = (next: Written) => {
    last = next;
    if (next.text === field.value) return;
    field.value = next.text;
    if (document.activeElement === field) field.setSelectionRange(next.caret, next.caret);
  };

  /** The text that the visitor intended: a key that deletes only a separator also deletes the digit beyond it. */
  const meantText = (inputType: string): Written => {
    const text = field.value;
    const caret = field.selectionStart ?? text.length;
    const back = inputType === "deleteContentBackward";
    if (wasSelected || (!back && inputType !== "deleteContentForward")) return { text, caret };
    if (digitsOf(text) !== digitsOf(last.text)) return { text, caret };
    const meant = back ? caret - 1 : caret;
    return { text: text.slice(0, meant) + text.slice(meant + 1), caret: meant };
  };

  const tidy = (inputType: string, typed: boolean, isComposing: boolean) => {
    const { text, caret } = meantText(inputType);
    const next = typed ? tidyDigits(text, caret) : tidyAmount(text, caret);
    // An input method owns the field's text until it ends its composition.
    if (!isComposing) {
      if (next.text !== last.text) {
        past.push(last);
        undone.length = 0;
      }
      put(next);
    }
    changed(readAmount(next.text));
  };

  /** Restores the last of `texts`, and saves the current text in `others`. */
  const goTo = (texts: Written[], others: Written[]) => {
    const text = texts.pop();
    if (!text) return;
    others.push(last);
    put(text);
    changed(readAmount(text.text));
  };

  const onKey = (event: KeyboardEvent) => {
    const command = commandOf(event);
    if (command === null) return;
    event.preventDefault();
    if (command === "undo") goTo(past, undone);
    else goTo(undone, past);
  };

  const listening = new AbortController();
  const { signal } = listening;
  const noteSelection = () => {
    wasSelected = field.selectionStart !== field.selectionEnd;
  };
  field.addEventListener("beforeinput", noteSelection, { signal });
  const onInput = (event: Event) => {
    // A script's event may be a plain Event, without an input type.
    const { inputType = "", data, isComposing = false } = event as Partial<InputEvent>;
    // One character, or text from an input method, is typed; more than one character is pasted or filled in.
    tidy(inputType, isComposing || data?.length === 1, isComposing);
  };
  field.addEventListener("input", onInput, { signal });
  field.addEventListener("compositionend", () => tidy("", true, false), { signal });
  field.addEventListener("keydown", onKey, { signal });
  tidy("", false, false);
  return () => listening.abort();
}

/** The command of a key on Windows, macOS or Linux; null for other keys. */
function commandOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): "undo" | "redo" | null {
  if (altKey || !(ctrlKey || metaKey)) return null;
  const letter = key.toLowerCase();
  if (letter === "z") return shiftKey ? "redo" : "undo";
  // With the command key of a Mac, Y is the browser's own.
  if (letter === "y" && ctrlKey && !shiftKey) return "redo";
  return null;
}

// The field while somebody types an amount into it.

import { digitsOf, readAmount, tidyAmount, tidyDigits, type Written } from "../../fees/format";

/**
 * Groups the digits of a field while somebody types, keeps the caret, and undoes and redoes by key. `changed` gets the amount
 * at once and after each change, null where there is none above zero. The function that is returned ends it.
 */
export function groupDigits(field: HTMLInputElement, changed: (amount: bigint | null) => void): () => void {
  let last: Written = { text: "", caret: 0 };
  /** Earlier texts, and those that were undone: setting a field's value empties the browser's own list. */
  const past: Written[] = [];
  const undone: Written[] = [];
  let wasSelected = false;

  const put = (next: Written) => {
    last = next;
    if (next.text === field.value) return;
    field.value = next.text;
    if (document.activeElement === field) field.setSelectionRange(next.caret, next.caret);
  };

  /** The field's text as it was meant. Where only a separator was deleted, by a key beside it, the digit beyond it was. */
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
    // An input method is at work on its text until it says that it has ended.
    if (!isComposing) {
      if (next.text !== last.text) {
        past.push(last);
        undone.length = 0;
      }
      put(next);
    }
    changed(readAmount(next.text));
  };

  /** Goes back to the last of `texts`, and keeps the text that is left behind in `others`. */
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
    // An event of a script may be a plain one, without a type of input.
    const { inputType = "", data, isComposing = false } = event as Partial<InputEvent>;
    // One character comes from a key, and so does what an input method writes; more than one is an amount from elsewhere.
    tidy(inputType, isComposing || data?.length === 1, isComposing);
  };
  field.addEventListener("input", onInput, { signal });
  field.addEventListener("compositionend", () => tidy("", true, false), { signal });
  field.addEventListener("keydown", onKey, { signal });
  tidy("", false, false);
  return () => listening.abort();
}

/** The command that a key stands for on Windows, macOS or Linux; null for other keys. */
function commandOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): "undo" | "redo" | null {
  if (altKey || !(ctrlKey || metaKey)) return null;
  const letter = key.toLowerCase();
  if (letter === "z") return shiftKey ? "redo" : "undo";
  // With the command key of a Mac, Y is the browser's own.
  if (letter === "y" && ctrlKey && !shiftKey) return "redo";
  return null;
}

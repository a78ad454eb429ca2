// What happens in the field while somebody types an amount into it.

import { digitsOf, readAmount, tidyAmount } from "../../fees/format";

/** The text that each field was left with, to find what a key has changed. */
const left = new WeakMap<HTMLInputElement, string>();

/** Tidies what stands in the field, keeps the caret, and returns the amount; null where there is none above zero. */
export function tidyField(field: HTMLInputElement, event: Partial<InputEvent> = {}): bigint | null {
  const typed = withoutDigitMeant(field, event.inputType ?? "");
  const { text, caret } = tidyAmount(typed.text, typed.caret);
  // An input method is at work on its text until it says that it has ended.
  if (text !== field.value && !event.isComposing) {
    field.value = text;
    if (document.activeElement === field) field.setSelectionRange(caret, caret);
  }
  left.set(field, text);
  return readAmount(text);
}

/** What was typed. Where only a separator was deleted, the digit beyond it was meant. */
function withoutDigitMeant(field: HTMLInputElement, inputType: string): { text: string; caret: number } {
  const text = field.value;
  const caret = field.selectionStart ?? text.length;
  const back = inputType === "deleteContentBackward";
  if (!back && inputType !== "deleteContentForward") return { text, caret };
  if (digitsOf(text) !== digitsOf(left.get(field) ?? "")) return { text, caret };
  const meant = back ? caret - 1 : caret;
  return { text: text.slice(0, meant) + text.slice(meant + 1), caret: meant };
}

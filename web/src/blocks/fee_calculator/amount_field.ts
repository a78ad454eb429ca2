// The field while somebody types an amount into it.

import { digitsOf, readAmount, tidyAmount } from "../../fees/format";

interface State {
  text: string;
  caret: number;
  /** True where something was selected when the last change began. */
  selected: boolean;
  /** Earlier texts, for undo: setting a field's value empties the browser's own list. */
  past: { text: string; caret: number }[];
}

const states = new WeakMap<HTMLInputElement, State>();

function stateOf(field: HTMLInputElement): State {
  const state = states.get(field) ?? { text: "", caret: 0, selected: false, past: [] };
  states.set(field, state);
  return state;
}

/** Tidies what stands in the field, keeps the caret, and returns the amount; null where there is none above zero. */
export function tidyField(field: HTMLInputElement, event: Partial<InputEvent> = {}): bigint | null {
  const state = stateOf(field);
  const typed = withoutDigitMeant(field, state, event.inputType ?? "");
  const { text, caret } = tidyAmount(typed.text, typed.caret);
  // An input method is at work on its text until it says that it has ended.
  if (!event.isComposing) {
    if (text !== state.text) state.past.push({ text: state.text, caret: state.caret });
    put(field, text, caret);
  }
  return readAmount(text);
}

/** Undoes by key, and sees what is selected before a change; the function it returns ends that. */
export function watchField(field: HTMLInputElement, changed: (amount: bigint | null) => void): () => void {
  const state = stateOf(field);
  const before = () => {
    state.selected = field.selectionStart !== field.selectionEnd;
  };
  const undo = (event: KeyboardEvent) => {
    const wanted = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z";
    if (!wanted) return;
    event.preventDefault();
    const last = state.past.pop();
    if (!last) return;
    put(field, last.text, last.caret);
    changed(readAmount(last.text));
  };
  field.addEventListener("beforeinput", before);
  field.addEventListener("keydown", undo);
  return () => {
    field.removeEventListener("beforeinput", before);
    field.removeEventListener("keydown", undo);
  };
}

function put(field: HTMLInputElement, text: string, caret: number): void {
  if (text !== field.value) {
    field.value = text;
    if (document.activeElement === field) field.setSelectionRange(caret, caret);
  }
  Object.assign(stateOf(field), { text, caret });
}

/** Returns what was typed. Where only a separator was deleted, by a key beside it, the digit beyond it was meant. */
function withoutDigitMeant(field: HTMLInputElement, left: State, inputType: string) {
  const text = field.value;
  const caret = field.selectionStart ?? text.length;
  const back = inputType === "deleteContentBackward";
  if (left.selected || (!back && inputType !== "deleteContentForward")) return { text, caret };
  if (digitsOf(text) !== digitsOf(left.text)) return { text, caret };
  const meant = back ? caret - 1 : caret;
  return { text: text.slice(0, meant) + text.slice(meant + 1), caret: meant };
}

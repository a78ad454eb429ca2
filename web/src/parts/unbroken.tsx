import type { ReactNode } from "react";

/** A phone number, or the name of a form: K-1, W-2, 1099-NEC, 1040-SR. */
const names = /(\(\d{3}\) \d{3}-\d{4}|(?<![\w-])(?:[A-Z]-\d{1,2}|\d{3,4}-[A-Z]{1,4})(?![\w-]))/;

/**
 * A text whose lines never break within a phone number or the name of a form. Its characters don't change, so that
 * searching for it and copying it still work.
 */
export function unbroken(text: string): ReactNode {
  // Every second part is a match.
  const parts = text.split(names);
  if (parts.length === 1) return text;
  return parts.map((part, at) => {
    if (at % 2 === 0) return part;
    return (
      <span key={at} className="unbroken">
        {part}
      </span>
    );
  });
}

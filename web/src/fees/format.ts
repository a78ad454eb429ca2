// Formats amounts and rates, and reads digits while a visitor types.

const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});

/** Whole dollars: $1,250. */
export function money(amount: bigint | number): string {
  return dollars.format(amount);
}

/** Basis points: 125 is 1.25%, 80 is 0.80%. */
export function percent(basisPoints: number): string {
  return `${Math.trunc(basisPoints / 100)}.${String(basisPoints % 100).padStart(2, "0")}%`;
}

/** The whole dollars in the typed text; null if it has no amount above zero. */
export function readAmount(typed: string): bigint | null {
  const amount = BigInt(digitsOf(typed) || "0");
  return amount > 0n ? amount : null;
}

/** Upper limit on digits: no real portfolio is larger, and the result must fit the page. */
export const MOST_DIGITS = 15;

/** The field's text, and the caret's index in it. */
export interface Written {
  text: string;
  caret: number;
}

/** The whole dollars of an amount that is pasted or linked to, as `tidyDigits` writes them: cents are left out. */
export function tidyAmount(amount: string, caret = amount.length): Written {
  return tidyDigits(amount.replace(/\.\d\d?(?=\D*$)/, ""), caret);
}

/** All digits of the typed text, and only those, with thousands separators, and the caret's new index. */
export function tidyDigits(typed: string, caret = typed.length): Written {
  const digits = digitsOf(typed);
  const first = digits.length % 3;
  const groups = digits.slice(first).match(/.../g) ?? [];
  const text = [digits.slice(0, first), ...groups].filter(Boolean).join(",");
  return { text, caret: placeBehind(text, digitsOf(typed.slice(0, caret)).length) };
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

/** The index in `text` just after its `count`th digit. */
function placeBehind(text: string, count: number): number {
  let seen = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (seen === count) return place;
    if (text[place] !== ",") seen += 1;
  }
  return text.length;
}

// Writes amounts and rates, and reads digits while somebody types.

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

/** The whole dollars in what was typed; null where there is no amount above zero. */
export function readAmount(typed: string): bigint | null {
  const amount = BigInt(digitsOf(typed) || "0");
  return amount > 0n ? amount : null;
}

/** Upper limit on digits: no real portfolio is larger, and the result must fit the page. */
export const MOST_DIGITS = 15;

/** The whole dollars of what was typed, digits only and with thousands separators, and where the caret belongs in it. */
export function tidyAmount(typed: string, caret = typed.length): { text: string; caret: number } {
  // Cents come with an amount that is pasted: a typed point is gone before they are typed.
  const digits = digitsOf(typed.replace(/\.\d\d?(?=\D*$)/, ""));
  const first = digits.length % 3;
  const groups = digits.slice(first).match(/.../g) ?? [];
  const text = [digits.slice(0, first), ...groups].filter(Boolean).join(",");
  return { text, caret: placeBehind(text, digitsOf(typed.slice(0, caret)).length) };
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

/** The place in `text` just behind its `count`th digit. */
function placeBehind(text: string, count: number): number {
  let seen = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (seen === count) return place;
    if (text[place] !== ",") seen += 1;
  }
  return text.length;
}

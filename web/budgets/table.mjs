// Prints the budgets as a table.

/**
 * A measurement and whether it is within budget. Advice is for editors, and never fails.
 * @typedef {{ what: string, found: string, budget: string, fits: boolean, advice?: boolean }} Row
 */

/** @typedef {{ name: string, size: number }} Sized */

/** @param {Row[]} rows */
export function printTable(rows) {
  const width = (/** @type {"what" | "found"} */ column) =>
    Math.max(...rows.map((row) => row[column].length));
  const [what, found] = [width("what"), width("found")];
  for (const row of rows) {
    const line = `  ${row.what.padEnd(what)}  ${row.found.padEnd(found)}  ${row.budget}`;
    console.log(row.fits ? line : `${line}  ${row.advice ? "warning: longer than advised" : "EXCEEDED"}`);
  }
}

/**
 * @param {string} what
 * @param {number} found
 * @param {number} budget
 * @returns {Row}
 */
export function row(what, found, budget) {
  // 0 means that nothing was measured.
  return { what, found: bytes(found), budget: `of ${bytes(budget)}`, fits: found > 0 && found <= budget };
}

/**
 * @param {string} what
 * @param {Sized[]} sizes
 * @param {number} budget
 * @returns {Row}
 */
export function heaviest(what, sizes, budget) {
  const [most] = [...sizes].sort((a, b) => b.size - a.size);
  if (!most) throw new Error(`expected something to measure for "${what}", found nothing`);
  return row(`${what}, heaviest of ${sizes.length}: ${most.name}`, most.size, budget);
}

/**
 * @param {string} what
 * @param {string[]} found
 * @returns {Row}
 */
export function none(what, found) {
  const named = [...new Set(found)];
  const listed = named.length > 0 ? `${named.length}: ${named.slice(0, 3).join(", ")}` : "none";
  return { what, found: listed, budget: "none", fits: named.length === 0 };
}

/** @param {number} count */
function bytes(count) {
  return `${count.toLocaleString("en-US")} B`;
}

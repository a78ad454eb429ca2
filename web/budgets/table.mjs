// The budgets as a table that a person reads.

/** @typedef {{ what: string, found: string, budget: string, fits: boolean }} Row */

/** @param {Row[]} rows */
export function printTable(rows) {
  const width = (/** @type {"what" | "found"} */ column) =>
    Math.max(...rows.map((row) => row[column].length));
  const [what, found] = [width("what"), width("found")];
  for (const row of rows) {
    const line = `  ${row.what.padEnd(what)}  ${row.found.padEnd(found)}  ${row.budget}`;
    console.log(row.fits ? line : `${line}  EXCEEDED`);
  }
}

/** @param {number} count */
export function bytes(count) {
  return `${count.toLocaleString("en-US")} B`;
}

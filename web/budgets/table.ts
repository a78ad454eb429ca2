// Writes the budgets as a table.

/** A measurement and whether it is within budget. */
export interface Row {
  what: string;
  found: string;
  budget: string;
  fits: boolean;
  /** For editors: it never fails. */
  advice?: boolean;
}

export interface Sized {
  name: string;
  size: number;
}

export function tableOf(rows: Row[]): string {
  const width = (column: "what" | "found") => Math.max(...rows.map((row) => row[column].length));
  const [what, found] = [width("what"), width("found")];
  const lines = rows.map((row) => {
    const line = `  ${row.what.padEnd(what)}  ${row.found.padEnd(found)}  ${row.budget}`;
    return row.fits ? line : `${line}  ${row.advice ? "warning: longer than advised" : "EXCEEDED"}`;
  });
  return lines.join("\n");
}

export function row(what: string, found: number, budget: number): Row {
  // 0 means that nothing was measured.
  return { what, found: bytes(found), budget: `of ${bytes(budget)}`, fits: found > 0 && found <= budget };
}

export function heaviest(what: string, sizes: Sized[], budget: number): Row {
  const [most] = [...sizes].sort((a, b) => b.size - a.size);
  if (!most) throw new Error(`expected something to measure for "${what}", found nothing`);
  return row(`${what}, heaviest of ${sizes.length}: ${most.name}`, most.size, budget);
}

export function none(what: string, found: string[]): Row {
  const named = [...new Set(found)];
  const listed = named.length > 0 ? `${named.length}: ${named.slice(0, 3).join(", ")}` : "none";
  return { what, found: listed, budget: "none", fits: named.length === 0 };
}

function bytes(count: number): string {
  return `${count.toLocaleString("en-US")} B`;
}

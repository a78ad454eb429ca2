// The styles of a page: each component names its own sheets, and the page has the sheets of its components.

import { useSite } from "./context";

/** Adds style sheets to the page being rendered, each only once, however many components use it. */
export function useStyles(...sheets: (string | null | false | undefined)[]): void {
  const { styles } = useSite();
  for (const sheet of sheets) if (sheet) styles.add(sheet);
}

/**
 * Joins the sheets of a page. Their order doesn't depend on the order of the components, so that a component looks the
 * same wherever it is on a page. If two sheets have rules for an element, layers and specificity must decide.
 */
export function joinStyles(sheets: ReadonlySet<string>): string {
  return [...sheets].sort().join("");
}

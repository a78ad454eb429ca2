// The styles of a page: each component names its own sheets, and the page has the sheets of its components. A style sheet
// doesn't name its layer: the code that joins the sheets does, as in an `@import … layer(…)`.

import { useSite } from "./context";

/** The layers, in their order. */
export const layers = ["tokens", "base", "parts", "components", "print"] as const;

/** Adds style sheets to the page being rendered, each only once, however many components use it. */
export function useStyles(...sheets: (string | null | false | undefined)[]): void {
  const { styles } = useSite();
  for (const sheet of sheets) if (sheet) styles.add(sheet);
}

/**
 * Joins the sheets of a page. Their order doesn't depend on the order of the components, so that a component looks the
 * same wherever it is on a page. If two sheets have rules for an element, specificity must decide.
 */
export function joinStyles(sheets: ReadonlySet<string>): string {
  return inLayer("components", [...sheets].sort().join(""));
}

export function inLayer(layer: (typeof layers)[number], css: string): string {
  return `@layer ${layer}{${css}}`;
}

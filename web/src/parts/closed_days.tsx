import type { Contact } from "../content";
import { useStyles } from "../site/styles";
import css from "./closed_days.css?inline";

interface ClosedDaysProps {
  days: Contact["closed"];
  /** The element of each entry, to match the hours next to it. */
  as: "dd" | "p";
}

/** The days soon when the office is closed, shown with the hours. */
export function ClosedDays({ days, as: Element }: ClosedDaysProps) {
  useStyles(days.length > 0 && css);
  return days.map(({ starts, words }) => (
    <Element key={starts} className="closed-days">
      {words}
    </Element>
  ));
}

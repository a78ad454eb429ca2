import type { Contact } from "../content";
import { useStyles } from "../site/styles";
import css from "./closed_days.css?inline";

interface ClosedDaysProps {
  days: Contact["closed"];
  /** The element of each, which fits beside the hours. */
  as: "dd" | "p";
}

/** The days on which the office is closed, where that is soon, with the hours. */
export function ClosedDays({ days, as: Element }: ClosedDaysProps) {
  useStyles(days.length > 0 && css);
  return days.map(({ starts, words }) => (
    <Element key={starts} className="closed-days">
      {words}
    </Element>
  ));
}

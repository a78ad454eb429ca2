import type { Action } from "../content";
import { Anchor } from "./anchor";

/** Buttons in a row; the first is the one the page is for. */
export function Actions({ actions }: { actions: Action[] }) {
  if (actions.length === 0) return null;
  return (
    <p className="actions">
      {actions.map((action, index) => (
        <Anchor
          key={action.label}
          link={action.href}
          className={index === 0 ? "button" : "button button-quiet"}
        >
          {action.label}
        </Anchor>
      ))}
    </p>
  );
}

// The part of the menus that the browser's popovers leave to a script: arrow keys and type-ahead in the header's menus, opening on
// hover, and the panel's hold on focus.

import type { Mount } from "../../../islands/contract";
import { holdFocus } from "./hold_focus";
import { openOnHover } from "./hover";
import { walkWithKeys } from "./keys";
import { placeUnder } from "./place";

export const mount: Mount<object> = (root) => {
  // Without popovers there is nothing to open: the styles show the navigation as a list.
  if (!("popover" in HTMLElement.prototype)) return;
  for (const opener of root.querySelectorAll<HTMLButtonElement>(".menu-opener")) {
    const menu = opener.popoverTargetElement;
    // An extension has removed it: the others work all the same.
    if (!(menu instanceof HTMLElement)) continue;
    placeUnder(opener, menu);
    walkWithKeys(opener, menu);
    openOnHover(opener, menu);
  }
  const panel = root.querySelector<HTMLElement>(".panel");
  const panelOpener = root.querySelector<HTMLElement>(".panel-opener");
  if (panel && panelOpener) holdFocus(panel, panelOpener);
};

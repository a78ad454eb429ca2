import type { Mount } from "../../islands/contract";
import { reactIsland } from "../../islands/react";
import { Calculator, type CalculatorProps } from "./calculator";

export const mount: Mount<CalculatorProps> = (root, props) => {
  const served = root.querySelector("input");
  const focused = served !== null && document.activeElement === served;
  const takeOver = (field: HTMLInputElement) => {
    // React makes another field where a translator has changed the page.
    if (!served || served === field) return;
    field.value = served.value;
    if (!focused) return;
    field.focus({ preventScroll: true });
    field.setSelectionRange(served.selectionStart, served.selectionEnd);
  };
  reactIsland(Calculator)(root, { ...props, takeOver });
};

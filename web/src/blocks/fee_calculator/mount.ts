import type { Mount } from "../../islands/contract";
import { type Hydrated, reactIsland } from "../../islands/react";
import { Calculator, type CalculatorProps } from "./calculator";

export const mount: Mount<Hydrated<CalculatorProps>> = (root, props) => {
  const prerendered = root.querySelector("input");
  const focused = prerendered !== null && document.activeElement === prerendered;
  const copyPrerendered = (field: HTMLInputElement) => {
    // React creates a new field if a translator has changed the page.
    if (!prerendered || prerendered === field) return;
    field.value = prerendered.value;
    if (!focused) return;
    field.focus({ preventScroll: true });
    field.setSelectionRange(prerendered.selectionStart, prerendered.selectionEnd);
  };
  reactIsland(Calculator)(root, { ...props, copyPrerendered });
};

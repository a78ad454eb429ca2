import type { ReactNode } from "react";

/** An entry of a list with the class `value-list`: a label above its value. */
export function Value({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

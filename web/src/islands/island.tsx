import type { ReactNode } from "react";
import { DataScript } from "../parts/raw";
import { useSite } from "../site/context";
import type { Trigger } from "./contract";
import type { IslandName, IslandProps } from "./registry";

interface IslandElementProps<N extends IslandName> {
  name: N;
  trigger: Trigger;
  props: IslandProps<N>;
  /** A parameter of the page's address, before or after its "#", that starts the island at once. */
  query?: string;
  /** The words that are shown while its script can't be had; the controls that need it, `.needs-script`, are not. */
  failed?: ReactNode;
  children: ReactNode;
}

/**
 * Prerendered HTML that the runtime starts. It must make sense on its own. Where its script could not be had or has
 * failed, the island has the attribute `data-failed`.
 */
export function Island<N extends IslandName>({
  name,
  trigger,
  props,
  query,
  failed,
  children,
}: IslandElementProps<N>) {
  const { islands } = useSite().assets.scripts;
  const module = islands?.[name];
  if (islands && module === undefined) {
    throw new Error(
      `expected the module of the island ${name} among ${Object.keys(islands).join(", ")}, found none. Name the folder of its mount.ts ${name}, as src/islands/registry.ts does.`,
    );
  }
  return (
    <div className="island" data-island={name} data-trigger={trigger} data-query={query} data-module={module}>
      <DataScript type="application/json" data={props} />
      <div data-island-root="">{children}</div>
      {failed && (
        <div className="note island-failed" role="alert">
          {failed}
        </div>
      )}
    </div>
  );
}

import { type ComponentType, type ReactNode, useId } from "react";
import { renderToString } from "react-dom/server";
import { DataScript, Markup } from "../parts/raw";
import { useSite } from "../site/context";
import type { Trigger } from "./contract";
import type { IslandName, IslandProps } from "./registry";

interface IslandElementProps<N extends IslandName> {
  name: N;
  trigger: Trigger;
  props: IslandProps<N>;
  /** A parameter in the address's query or fragment that starts the island at once. */
  query?: string;
  /** The words that are shown while its script can't be had; the controls that need it, `.needs-script`, are not. */
  failed?: ReactNode;
  /** Renders the HTML of an island that React hydrates. Its props are all it gets: it has no context. */
  component?: ComponentType<IslandProps<N>>;
  /** The HTML of an island that is plain DOM code. */
  children?: ReactNode;
}

/**
 * Prerendered HTML that the runtime starts. It must make sense on its own. If its script failed to load or to
 * run, the island has the attribute `data-failed`.
 */
export function Island<N extends IslandName>({
  name,
  trigger,
  props,
  query,
  failed,
  component: Component,
  children,
}: IslandElementProps<N>) {
  const { islands } = useSite().assets.scripts;
  const identifierPrefix = useId();
  const module = islands?.[name];
  if (islands && module === undefined) {
    throw new Error(
      `expected the module of the island ${name} among ${Object.keys(islands).join(", ")}, found none. Name the folder of its mount.ts ${name}, as src/islands/registry.ts does.`,
    );
  }
  // While someone writes its file, it may have no component.
  if (!Component && !children) throw new Error(`expected the island ${name} to have a component or children`);
  // A separate rendering, with the marks that React needs to hydrate it. No hook may be called after it.
  const html = Component && renderToString(<Component {...props} />, { identifierPrefix });
  return (
    <div className="island" data-island={name} data-trigger={trigger} data-query={query} data-module={module}>
      <DataScript
        type="application/json"
        data={html === undefined ? props : { ...props, identifierPrefix }}
      />
      {html === undefined ? (
        <div data-island-root="">{children}</div>
      ) : (
        <Markup html={html} data={{ "data-island-root": "" }} />
      )}
      {failed && (
        <div className="note island-failed" role="alert">
          {failed}
        </div>
      )}
    </div>
  );
}

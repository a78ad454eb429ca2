// Hydrates islands that are React components. Only those islands import this file, and React with it.

import type { ComponentType } from "react";
import { hydrateRoot } from "react-dom/client";
import type { Mount } from "./contract";

/** The props of an island that React hydrates, as `<Island component={…}>` writes them. */
export type Hydrated<Props> = Props & {
  /** The prefix of the island's ids, unique on the page. */
  identifierPrefix: string;
};

/** Makes a `mount` that hydrates a component; if the component throws, the prerendered HTML stays. */
export function reactIsland<Props extends object>(Component: ComponentType<Props>): Mount<Hydrated<Props>> {
  return (root, props) => {
    // React empties a root if its component throws: these copies then restore its HTML.
    const snapshot = [...root.childNodes].map((node) => node.cloneNode(true));
    // A translator wraps each text in this element, and React then renders the island again from scratch.
    const isTranslated = root.querySelector("font") !== null;
    const react = hydrateRoot(root, <Component {...props} />, {
      identifierPrefix: props.identifierPrefix,
      onRecoverableError(error) {
        if (isTranslated) return;
        console.error("an island's HTML differs from what its component renders in the browser:", error);
      },
      onUncaughtError(error) {
        console.error("an island failed; its HTML stays as it was:", error);
        root.closest("[data-island]")?.setAttribute("data-failed", "");
        // React is still at work on the root while it reports.
        setTimeout(() => {
          react.unmount();
          root.replaceChildren(...snapshot);
        });
      },
    });
  };
}

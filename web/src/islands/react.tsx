// Hydrates islands that are React components. Only such islands import this file, and with it React.

import type { ComponentType } from "react";
import { hydrateRoot } from "react-dom/client";
import type { Mount } from "./contract";

/** The props of an island that React hydrates, as `<Island component={…}>` writes them. */
export type Hydrated<Props> = Props & {
  /** The beginning of the ids within, which no other island of the page has. */
  identifierPrefix: string;
};

/** Makes a `mount` that hydrates a component; one that throws leaves the prerendered HTML in place. */
export function reactIsland<Props extends object>(Component: ComponentType<Props>): Mount<Hydrated<Props>> {
  return (root, props) => {
    // React empties a root whose component throws: then it is filled again from these copies.
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

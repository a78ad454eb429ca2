// Updates the open page to a new version from the server. It applies only the differences from the last version:
// everything else that scripts and people have changed, such as words in a field or an open menu, stays.

import { type Config, Idiomorph } from "idiomorph";
import { registry } from "../src/islands/registry";
import { startIslands } from "../src/islands/start";

/** The node from the server that a node of the page was made from. Nodes that scripts have made have none. */
const origins = new WeakMap<Node, Node>();

/** Keeps the first version, and applies each later one. Returns false if it reloads the page instead. */
export function show(html: string): boolean {
  const next = new DOMParser().parseFromString(html, "text/html");
  const isFirst = !origins.has(document.documentElement);
  const isBare = (page: Document) => page.body.matches("[data-bare]");
  // The loaded page may be older than the first version.
  if ((isFirst && version(document) !== version(next)) || isBare(document) !== isBare(next)) {
    location.reload();
    return false;
  }
  if (isFirst) noteOrigins(document.documentElement, next.documentElement);
  else update(next);
  return true;
}

function version(page: Document): string | undefined {
  return page.querySelector<HTMLMetaElement>("meta[name=dev-version]")?.content;
}

/** Scripts normally only append to what the server sent, so nodes are paired in order. */
function noteOrigins(node: Node, origin: Node): void {
  origins.set(node, origin);
  for (const [at, child] of origin.childNodes.entries()) {
    const twin = node.childNodes[at];
    if (twin?.nodeName === child.nodeName) noteOrigins(twin, child);
  }
}

function update(next: Document): void {
  const lateStyles = document.querySelector(`link[rel=stylesheet][href="${lateAddress(document)}"]`);
  const changedIslands: [Element, Node][] = [];
  let target: Node = next;
  const config: Config = {
    head: { style: "morph" },
    callbacks: {
      beforeNodeMorphed(node, origin) {
        target = origin;
        if (origins.get(node)?.isEqualNode(origin)) return false;
        if (isIsland(origin)) changedIslands.push([node, origin]);
        // The content of a noscript is text if scripts run, and elements if a page is only parsed.
        return !isIsland(origin) && origin.nodeName !== "NOSCRIPT";
      },
      afterNodeMorphed: (node, origin) => void origins.set(node, origin),
      afterNodeAdded(node) {
        noteOrigins(node, node.cloneNode(true));
        const islands = node instanceof Element ? [node, ...node.querySelectorAll("*")].filter(isIsland) : [];
        for (const island of islands) changedIslands.push([island, island.cloneNode(true)]);
      },
      beforeNodeRemoved: (node) => origins.has(node),
      beforeAttributeUpdated: (name, node) => attribute(origins.get(node), name) !== attribute(target, name),
    },
  };
  Idiomorph.morph(document.head, next.head, config);
  for (const part of changedParts(document.body, next.body)) Idiomorph.morph(...part, config);
  lateStyles?.setAttribute("href", lateAddress(next) ?? "");
  const islands = changedIslands.map(([island, origin]) => replaceIsland(island, origin));
  startIslands({ querySelectorAll: () => islands } as unknown as ParentNode, registry);
}

/** The smallest elements with all changes: `Idiomorph` compares each child of a long list with each other child. */
function changedParts(node: Element, next: Element): [Element, Element][] {
  const children = [...node.childNodes].filter((child) => origins.has(child));
  const pairs = children.map((child, at) => [child, next.childNodes[at]] as [Element, Element]);
  const changed = pairs.filter(([child, twin]) => !origins.get(child)?.isEqualNode(twin));
  // React owns what is in an island.
  const areInChildren =
    !isIsland(next) &&
    pairs.length === next.childNodes.length &&
    changed.length > 0 &&
    changed.every((pair) => pair.every((node) => node instanceof Element && node.id === pair[0].id)) &&
    origins.get(node)?.cloneNode().isEqualNode(next.cloneNode());
  if (!areInChildren) return [[node, next]];
  origins.set(node, next);
  return changed.flatMap((pair) => changedParts(...pair));
}

/** The address of the styles that a script loads after the first paint. */
function lateAddress(page: Document): string | undefined {
  return page.querySelector<HTMLElement>("script[data-styles]")?.dataset.styles;
}

function attribute(node: Node | undefined, name: string): string | null {
  return node instanceof Element ? node.getAttribute(name) : null;
}

function isIsland(node: Node): boolean {
  return node instanceof Element && node.matches("[data-island]");
}

/** Replaces an island with a copy of the one from the server, and moves the focus to the same element of the copy. */
function replaceIsland(island: Element, origin: Node): HTMLElement {
  const copy = document.importNode(origin, true) as HTMLElement;
  const focused = island.querySelector(":focus");
  const place = [...island.querySelectorAll("*")].indexOf(focused as Element);
  island.replaceWith(copy);
  noteOrigins(copy, origin);
  const named = focused?.id && copy.querySelector<HTMLElement>(`#${CSS.escape(focused.id)}`);
  (named || copy.querySelectorAll<HTMLElement>("*")[place])?.focus({ preventScroll: true });
  return copy;
}

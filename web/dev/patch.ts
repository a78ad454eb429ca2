// Updates a page in the browser from one version to the next. It applies only the differences between the two:
// everything else that scripts and people have changed, such as words in a field or an open menu, stays.

/** Elements that were replaced and haven't started. */
export type Replaced = HTMLElement[];

/** Updates `live`, which was made from `before`, to match `after`. */
export function patch(live: Node, before: Node, after: Node, islands: Replaced): void {
  if (before.isEqualNode(after)) return;
  if (!(before instanceof Element && after instanceof Element && live instanceof Element)) {
    if (live.nodeType === after.nodeType && live.nodeType === Node.TEXT_NODE)
      live.nodeValue = after.nodeValue;
    else replace(live, after, islands);
    return;
  }
  // The content of a noscript is text if scripts run, and elements if a page is only parsed.
  if (before.localName === "noscript") return;
  if (before.localName !== after.localName || after.matches("[data-island], svg")) {
    replace(live, after, islands);
    return;
  }
  for (const { name } of before.attributes) if (!after.hasAttribute(name)) live.removeAttribute(name);
  for (const { name, value } of after.attributes)
    if (before.getAttribute(name) !== value) live.setAttribute(name, value);
  patchChildren(live, before, after, islands);
}

function patchChildren(live: Element, before: Element, after: Element, islands: Replaced): void {
  const [was, is] = [[...before.childNodes], [...after.childNodes]];
  const shown = [...live.childNodes];
  // Scripts normally only append; if they have changed more, this undoes their changes.
  if (!was.every((node, at) => node.nodeName === shown[at]?.nodeName)) {
    live.replaceChildren(...is.map((node) => fresh(node, islands)));
    return;
  }
  if (was.length === is.length && was.every((node, at) => node.nodeName === is[at]?.nodeName)) {
    for (const [at, node] of was.entries()) patch(shown[at] as Node, node, is[at] as Node, islands);
    return;
  }
  let start = 0;
  while (start < Math.min(was.length, is.length) && same(was[start], is[start])) start += 1;
  let end = 0;
  while (end < Math.min(was.length, is.length) - start && same(was.at(-1 - end), is.at(-1 - end))) end += 1;
  const next = shown[was.length - end] ?? null;
  for (const node of shown.slice(start, was.length - end)) node.remove();
  for (const node of is.slice(start, is.length - end)) live.insertBefore(fresh(node, islands), next);
}

function same(one: Node | undefined, other: Node | undefined): boolean {
  return one !== undefined && other !== undefined && one.isEqualNode(other);
}

function replace(live: Node, after: Node, islands: Replaced): void {
  live.parentNode?.replaceChild(fresh(after, islands), live);
}

function fresh(node: Node, islands: Replaced): Node {
  const copy = document.importNode(node, true);
  if (copy instanceof HTMLElement) {
    if (copy.matches("[data-island]")) islands.push(copy);
    islands.push(...copy.querySelectorAll<HTMLElement>("[data-island]"));
  }
  return copy;
}

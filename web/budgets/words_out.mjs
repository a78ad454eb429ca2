// A page without what its author wrote: what is left is what developers put around it.

import { JSDOM } from "jsdom";

/** What authors fill in: words, addresses, names of places on the page. */
const filledIn = [
  "alt",
  "aria-controls",
  "aria-label",
  "aria-labelledby",
  "content",
  "data-category",
  "datetime",
  "for",
  "height",
  "href",
  "id",
  "placeholder",
  "popovertarget",
  "src",
  "srcset",
  "title",
  "value",
  "width",
];

/**
 * The document of a page without its words and its styles, and with one of several items that are built alike.
 * @param {string} html
 * @returns {Document}
 */
export function withoutWords(html) {
  const { document } = new JSDOM(html.replace(/<style>.*?<\/style>/gs, "")).window;
  for (const script of document.querySelectorAll("script[type$=json]")) {
    script.textContent = JSON.stringify(skeletonOf(JSON.parse(script.textContent ?? "")));
  }
  empty(document.documentElement);
  return document;
}

/**
 * The `@type`s and keys of structured data, and one of several values that are built alike.
 * @param {unknown} data
 * @returns {unknown}
 */
function skeletonOf(data) {
  if (Array.isArray(data)) {
    const items = data.map((item) => JSON.stringify(skeletonOf(item)));
    return [...new Set(items)].map((item) => JSON.parse(item));
  }
  if (typeof data !== "object" || data === null) return "";
  const fields = Object.entries(data);
  return Object.fromEntries(fields.map(([key, value]) => [key, key === "@type" ? value : skeletonOf(value)]));
}

/**
 * Takes the words out of an element, from the inside out, and of its children those that are then the same as another.
 * @param {Element} element
 * @returns {string} what it is built like
 */
function empty(element) {
  for (const name of filledIn) if (element.hasAttribute(name)) element.setAttribute(name, "");
  const tag = `<${element.localName} ${[...element.attributes].map(({ name, value }) => `${name}="${value}"`)}>`;
  if (element.localName === "script") return tag + element.textContent;
  const seen = new Set();
  for (const node of [...element.childNodes]) {
    const form = isElement(node) ? empty(node) : "";
    if (form === "" || seen.has(form)) node.remove();
    seen.add(form);
  }
  return `${tag}${[...seen].join("")}</>`;
}

/**
 * @param {Node} node
 * @returns {node is Element}
 */
function isElement(node) {
  return node.nodeType === node.ELEMENT_NODE;
}

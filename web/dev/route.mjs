// What an address leads to: as site-server/src/path.rs decides it for the built site.

/** @typedef {import("../src/content.ts").Content} Content */

/**
 * @typedef {{ kind: "page", route: string }
 *   | { kind: "moved", to: string }
 *   | { kind: "gone" }
 *   | { kind: "unknown" }} Destination
 */

const NOT_FOUND = "/404";

/**
 * @param {Content} content
 * @param {string} path as it stands in the request, still percent-encoded
 * @returns {Destination}
 */
export function destination(content, path) {
  const decoded = decode(path);
  if (decoded === undefined) return { kind: "unknown" };
  const found = row(content, decoded);
  if (found) return found;
  const canonical = canonicalOf(decoded);
  const meant = [canonical, routeOfFile(canonical)].find((path) => path !== undefined && row(content, path));
  return meant === undefined ? { kind: "unknown" } : { kind: "moved", to: encodeURI(meant) };
}

/**
 * @param {Content} content
 * @param {string} path
 * @returns {Destination | undefined}
 */
function row({ pages, articles, redirects }, path) {
  /** @param {{ route: string }} page */
  const here = ({ route }) => route === path && route !== NOT_FOUND;
  if (pages.some(here) || articles.some(here)) return { kind: "page", route: path };
  const redirect = redirects.find(({ from }) => from === path);
  if (!redirect) return undefined;
  return redirect.to ? { kind: "moved", to: redirect.to.href } : { kind: "gone" };
}

/** @param {string} path */
function decode(path) {
  if (!path.startsWith("/") || /%2f/i.test(path)) return undefined;
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** @param {string} path */
function canonicalOf(path) {
  /** @type {string[]} */
  const segments = [];
  for (const segment of path.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return `/${segments.join("/")}`;
}

/** @param {string} path */
function routeOfFile(path) {
  const route = path.match(/^(.*[^/])\.html$/)?.[1];
  return route?.endsWith("/index") ? route.slice(0, -"/index".length) || "/" : route;
}

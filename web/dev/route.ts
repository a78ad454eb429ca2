// The answer to an address, by the same rules as site-server's for the built site.

import type { Content } from "../src/content";

type Destination = { status: 200 | 404 | 410; route: string } | { status: 301 | 302 | 308; to: string };

const NOT_FOUND = "/404";

/** `path` is as written in the request, percent-encoded. */
export function destination({ pages, articles, redirects }: Content, path: string): Destination {
  const isRoute = (path: string) =>
    path !== NOT_FOUND && [...pages, ...articles].some(({ route }) => route === path);
  const address = decode(path);
  if (isRoute(address)) return { status: 200, route: address };
  const redirect = redirects.find(({ from }) => from === address);
  if (redirect?.to) return { status: redirect.temporary ? 302 : 301, to: redirect.to.href };
  if (redirect) return { status: 410, route: NOT_FOUND };
  const canonical = `/${address.split("/").filter(Boolean).join("/")}`;
  const file = canonical.replace(/(\/index)?\.html$/, "") || "/";
  const other = [canonical, file].find(
    (path) => isRoute(path) || redirects.some(({ from }) => from === path),
  );
  return other ? { status: 308, to: encodeURI(other) } : { status: 404, route: NOT_FOUND };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

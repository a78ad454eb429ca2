// The portfolio's value in the page's address. It is in the fragment, which browsers never send.

const NAME = "portfolio";

/** The value in the page's address, as written there, or an empty string. Removes a value from the query. */
export function portfolioInAddress(): string {
  const url = new URL(location.href);
  const inFragment = new URLSearchParams(url.hash.slice(1)).get(NAME);
  const inQuery = url.searchParams.get(NAME);
  if (inQuery !== null) {
    url.searchParams.delete(NAME);
    history.replaceState(history.state, "", url);
  }
  return inFragment ?? inQuery ?? "";
}

/** The address of this page with a value in its fragment. */
export function portfolioLink(assets: bigint): string {
  const url = new URL(location.href);
  url.search = "";
  url.hash = `${NAME}=${assets}`;
  return url.href;
}

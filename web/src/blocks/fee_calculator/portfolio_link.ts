// The portfolio's value in the address of the page. It stands in the fragment, which a browser never sends.

const NAME = "portfolio";

/** The value that the address names, as it is written there; empty where it names none. One in the query is taken out of it. */
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

/** The address of this page with a value in it. */
export function portfolioLink(assets: bigint): string {
  const url = new URL(location.href);
  url.search = "";
  url.hash = `${NAME}=${assets}`;
  return url.href;
}

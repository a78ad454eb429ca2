// The styles of an article's page.

import article from "./article.css?inline";

/** Written here because the compiler of styles does not know the selector and would warn of it. */
const currentSection =
  "@layer blocks{.contents a:target-current{border-color:var(--accent);color:var(--ink)}}";

export const articleStyles = article + currentSection;

// The links that the menus and the panel share.

import type { NavigationItem, ResolvedLink } from "../../content";
import { Anchor } from "../../parts/anchor";
import { useSite } from "../../site/context";

/** A link that is marked on its target page and on the pages below that. */
export function NavLink({ name, href }: { name: string; href: ResolvedLink }) {
  const { route } = useSite();
  const isAbove = href.href !== "/" && route.startsWith(`${href.href}/`);
  return (
    <Anchor link={href} current={href.href === route ? "page" : isAbove ? "true" : undefined}>
      {name}
    </Anchor>
  );
}

export function SubmenuLinks({ item }: { item: NavigationItem }) {
  return item.submenu.map(({ name, href }) => (
    <li key={name}>
      <NavLink name={name} href={href} />
    </li>
  ));
}

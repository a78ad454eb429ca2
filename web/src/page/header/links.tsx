// The links that the menus and the panel share.

import type { NavigationItem, ResolvedLink } from "../../content";
import { Anchor } from "../../parts/anchor";
import { useSite } from "../../site/context";

/** A link that is marked on its target page and on the pages below that. */
export function NavLink({ name, href }: { name: string; href: ResolvedLink }) {
  return (
    <Anchor link={href} current={useCurrent(href)}>
      {name}
    </Anchor>
  );
}

export function useCurrent({ href }: ResolvedLink): "page" | "true" | undefined {
  const { route } = useSite();
  if (href === route) return "page";
  return href !== "/" && route.startsWith(`${href}/`) ? "true" : undefined;
}

export function SubmenuLinks({ item }: { item: NavigationItem }) {
  return item.submenu.map(({ name, href }) => (
    <li key={name}>
      <NavLink name={name} href={href} />
    </li>
  ));
}

// The links that the menus and the panel share.

import type { NavigationItem, ResolvedLink } from "../../content";
import { Anchor } from "../../parts/anchor";
import { useSite } from "../../site/context";

/** A link that is marked on the page it leads to. */
export function NavLink({ name, href }: { name: string; href: ResolvedLink }) {
  return (
    <Anchor link={href} current={href.href === useSite().route}>
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

// The links that the menus and the panel share.

import type { NavigationItem } from "../../content";
import { Anchor } from "../../parts/anchor";
import { useSite } from "../../site/context";
import { externalHref } from "../../site/lookups";

export function SubmenuLinks({ item }: { item: NavigationItem }) {
  const { route } = useSite();
  return item.submenu.map(({ name, href }) => (
    <li key={name}>
      <Anchor link={href} current={href.href === route}>
        {name}
      </Anchor>
    </li>
  ));
}

export function ResourceLinks() {
  const { content } = useSite();
  return content.site.header.client_resources.map((name) => (
    <li key={name}>
      <Anchor link={externalHref(content, name)}>{content.site.external[name]?.label}</Anchor>
    </li>
  ));
}

import type { ReactNode } from "react";
import type { NavigationItem } from "../../content";
import { Island } from "../../islands/island";
import { Anchor, telephone } from "../../parts/anchor";
import { Brand } from "../../parts/brand";
import { NamedLinks } from "../../parts/named_links";
import { useSite } from "../../site/context";
import { useStyles } from "../../site/styles";
import css from "./header.css?inline";
import { NavLink, SubmenuLinks } from "./links";
import { Panel } from "./panel";

/**
 * The header of every page. Its menus are popovers: the browser opens and closes them without a script;
 * the island adds keys, hovering and the focus trap.
 */
export function Header() {
  useStyles(css);
  const { header, contact, labels } = useSite().content.site;
  return (
    <header className="site-header">
      <Island name="site_menus" trigger="interaction" props={{}}>
        <div className="wrap bar">
          <Brand />
          <nav className="site-nav" aria-label={labels.navigation}>
            <ul>
              {header.navigation.map((item) => (
                <NavItem key={item.name} item={item} />
              ))}
              <li>
                <Menu id="menu-client-resources" label={header.client_resources_label}>
                  <NamedLinks names={header.client_resources} />
                </Menu>
              </li>
            </ul>
          </nav>
          <Anchor link={header.action.href} className="button site-action">
            {header.action.label}
          </Anchor>
          <button type="button" className="button button-quiet panel-opener" popoverTarget="site-panel">
            {labels.menu}
          </button>
        </div>
        <Panel />
      </Island>
      {/* The header's second row on small screens, which stays in view. */}
      <div className="wrap phone-actions">
        <Anchor link={header.action.href} className="button">
          {header.action.label}
        </Anchor>
        <a href={telephone(contact.phone)} className="button button-quiet">
          {header.call_label}
        </a>
      </div>
    </header>
  );
}

function NavItem({ item }: { item: NavigationItem }) {
  const { route } = useSite();
  return (
    <li>
      {item.href ? (
        <NavLink name={item.name} href={item.href} />
      ) : (
        <Menu
          id={`menu-${item.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`}
          label={item.name}
          current={item.submenu.some(({ href }) => href.href === route)}
        >
          <SubmenuLinks item={item} />
        </Menu>
      )}
    </li>
  );
}

interface MenuProps {
  id: string;
  label: string;
  /** True if it links to the current page. */
  current?: boolean;
  children: ReactNode;
}

function Menu({ id, label, current, children }: MenuProps) {
  return (
    <>
      <button type="button" className="menu-opener" popoverTarget={id} aria-current={current || undefined}>
        {label}
      </button>
      <ul id={id} className="menu" popover="auto">
        {children}
      </ul>
    </>
  );
}

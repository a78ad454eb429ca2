import { Anchor } from "../../parts/anchor";
import { NamedLinks } from "../../parts/named_links";
import { useSite } from "../../site/context";
import { NavLink, SubmenuLinks } from "./links";

/**
 * The navigation of small screens: a panel on the right with every link of the header. A dialog that is a
 * popover takes the focus in when it opens, without a script.
 */
export function Panel() {
  const { header, labels } = useSite().content.site;
  return (
    <dialog id="site-panel" className="panel" popover="auto" aria-label={labels.menu}>
      <button
        type="button"
        className="button button-quiet panel-closer"
        popoverTarget="site-panel"
        popoverTargetAction="hide"
      >
        {labels.close}
      </button>
      <Anchor link={header.action.href} className="button">
        {header.action.label}
      </Anchor>
      <ul className="panel-links">
        {header.navigation.map((item) => (
          <li key={item.name}>
            {item.href ? (
              <NavLink name={item.name} href={item.href} />
            ) : (
              <>
                <p className="panel-heading">{item.name}</p>
                <ul>
                  <SubmenuLinks item={item} />
                </ul>
              </>
            )}
          </li>
        ))}
        <li>
          <p className="panel-heading">{header.client_resources_label}</p>
          <ul>
            <NamedLinks names={header.client_resources} />
          </ul>
        </li>
      </ul>
    </dialog>
  );
}

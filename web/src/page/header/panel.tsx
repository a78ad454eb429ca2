import { Anchor } from "../../parts/anchor";
import { useSite } from "../../site/context";
import { ResourceLinks, SubmenuLinks } from "./links";

/**
 * The navigation of small screens: a panel on the right that holds every link of the header. A dialog that is a
 * popover takes the focus in when it opens, without a script.
 */
export function Panel() {
  const { content, route } = useSite();
  const { header } = content.site;
  return (
    <dialog id="site-panel" className="panel" popover="auto" aria-label="Menu">
      <button type="button" className="panel-closer" popoverTarget="site-panel" popoverTargetAction="hide">
        Close
      </button>
      <nav aria-label="Menu">
        <ul>
          {header.navigation.map((item) => (
            <li key={item.name}>
              {item.href ? (
                <Anchor link={item.href} current={item.href.href === route}>
                  {item.name}
                </Anchor>
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
              <ResourceLinks />
            </ul>
          </li>
        </ul>
      </nav>
      <Anchor link={header.action.href} className="button">
        {header.action.label}
      </Anchor>
    </dialog>
  );
}

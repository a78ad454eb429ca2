import { Address } from "../../parts/address";
import { Anchor, telephone } from "../../parts/anchor";
import { Brand } from "../../parts/brand";
import { NamedLinks } from "../../parts/named_links";
import { useSite } from "../../site/context";
import { useStyles } from "../../site/styles";
import css from "./footer.css?inline";

/** The footer of every page. */
export function Footer() {
  useStyles(css);
  const { content, year } = useSite();
  const { footer, tagline, service_areas, contact } = content.site;
  return (
    <footer className="site-footer dark-ground">
      <div className="wrap grid footer-main">
        <div className="footer-firm">
          <Brand />
          <p>{tagline}</p>
          <p>{service_areas.join(" · ")}</p>
          <p>
            <a href={telephone(contact.phone)}>{contact.phone}</a>
            <br />
            <a href={`mailto:${contact.email}`}>{contact.email}</a>
          </p>
          <Address />
        </div>
        {footer.columns.map(({ heading, links }) => (
          <nav key={heading} aria-label={heading}>
            <h2>{heading}</h2>
            <ul>
              {links.map(({ name, href }) => (
                <li key={name}>
                  <Anchor link={href}>{name}</Anchor>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div className="footer-meet">
          <Anchor link={footer.action.href} className="button">
            {footer.action.label}
          </Anchor>
          <ul className="footer-links">
            <NamedLinks names={footer.social} />
          </ul>
        </div>
      </div>
      <div className="wrap footer-law">
        <ul className="footer-links screen-only">
          <NamedLinks names={footer.documents} />
        </ul>
        <p className="disclosure">
          {footer.disclosure}
          {footer.disclosure_link && (
            <>
              {" "}
              <Anchor link={footer.disclosure_link.href}>{footer.disclosure_link.label}</Anchor>
            </>
          )}
        </p>
        <p>
          {"© "}
          <span data-year="">{year}</span>
          {` ${footer.copyright}`}
        </p>
      </div>
    </footer>
  );
}

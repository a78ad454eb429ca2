import { type ReactNode, useContext } from "react";
import type { ResolvedLink } from "../content";
import { NewTabLabel } from "../site/context";

interface AnchorProps {
  link: ResolvedLink;
  children: ReactNode;
  className?: string | undefined;
  /** Marks the link to the page that is being read, or to its section. */
  current?: "page" | "true" | undefined;
}

/** A resolved link. An external link has a visible mark and a label for screen readers. */
export function Anchor({ link, children, className, current }: AnchorProps) {
  const newTab = useContext(NewTabLabel);
  if (link.kind !== "external") {
    return (
      <a href={link.href} className={className} aria-current={current}>
        {children}
      </a>
    );
  }
  return (
    <a href={link.href} className={className} target="_blank" rel="noopener">
      {children}
      <span className="external-mark">
        {"\u2060" /* keeps the sign on the line of the last word */}
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <path d="M4 2h6v6M10 2 2.5 9.5" />
        </svg>
      </span>
      <span className="visually-hidden">{` (${newTab})`}</span>
    </a>
  );
}

export function external(href: string): ResolvedLink {
  return { kind: "external", href };
}

/** The kind of a link that is already a plain address, as in rich text. */
export function linkTo(href: string): ResolvedLink {
  if (href.startsWith("tel:")) return { kind: "phone", href };
  if (href.startsWith("mailto:")) return { kind: "email", href };
  return { kind: /^https?:/.test(href) ? "external" : "page", href };
}

/** The link that calls a number written as (918) 555-0142. */
export function telephone(phone: string): string {
  return `tel:+1${phone.replace(/\D/g, "")}`;
}

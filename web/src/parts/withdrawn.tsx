import type { Withdrawn } from "../content";
import { useSite } from "../site/context";
import { titleAt } from "../site/lookups";
import { useStyles } from "../site/styles";
import { Anchor } from "./anchor";
import { LongDate } from "./long_date";
import css from "./withdrawn.css?inline";

/** The banner of a withdrawn page or article: the date, the reason, and what to read instead. */
export function WithdrawnBanner({ withdrawn }: { withdrawn: Withdrawn }) {
  useStyles(css);
  const { content } = useSite();
  const { heading, instead_label } = content.site.withdrawn;
  const { starts, why, instead } = withdrawn;
  return (
    <div className="withdrawn">
      <div className="wrap">
        <p className="withdrawn-heading">
          {`${heading} `}
          <LongDate moment={starts} />
        </p>
        <p>{why}</p>
        {instead && (
          <p>
            {`${instead_label} `}
            <Anchor link={instead}>{titleAt(content, instead.href)}</Anchor>
          </p>
        )}
      </div>
    </div>
  );
}

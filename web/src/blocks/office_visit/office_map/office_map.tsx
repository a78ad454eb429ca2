import { Anchor, external } from "../../../parts/anchor";
import { Figure } from "../../../parts/figure";
import { useSite } from "../../../site/context";
import { useStyles } from "../../../site/styles";
import css from "./office_map.css?inline";

/**
 * A drawn map. On request the interactive map replaces it, with pictures from a third party. Its frame is in a
 * template: it loads nothing there, and the server reads from it which origin the page may frame. Until a script
 * replaces it with a button, the link below the drawing leads to directions.
 */
export function OfficeMap({ label }: { label: string }) {
  useStyles(css);
  const { map, map_title, map_image, directions } = useSite().content.site.contact;
  return (
    <div className="office_map">
      <Figure image={map_image} sizes="(min-width: 62rem) 36rem, 100vw" />
      <Anchor link={external(directions)} className="button button-quiet screen-only">
        {label}
      </Anchor>
      <template>
        <iframe src={map} title={map_title} loading="lazy" referrerPolicy="no-referrer-when-downgrade" />
      </template>
    </div>
  );
}

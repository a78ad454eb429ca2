import { Anchor, external } from "../../../parts/anchor";

interface OfficeMapProps {
  label: string;
  url: string;
  /** The address of the link that stands there until a script shows the map in its place. */
  directions: string;
  title: string;
}

/**
 * Stands in for the map until somebody asks for it: a map asks a third party for its pictures. The frame waits
 * in a template: it loads nothing there, and the server reads from it which origin the page may frame.
 */
export function OfficeMap({ label, url, directions, title }: OfficeMapProps) {
  return (
    <div className="office_map">
      <Anchor link={external(directions)} className="button button-quiet">
        {label}
      </Anchor>
      <template>
        <iframe src={url} title={title} loading="lazy" referrerPolicy="no-referrer-when-downgrade" />
      </template>
    </div>
  );
}

interface OfficeMapProps {
  label: string;
  url: string;
  title: string;
}

/**
 * Stands in for the map until somebody asks for it: a map asks a third party for its pictures. The frame waits
 * in a template: it loads nothing there, and the server reads from it which origin the page may frame.
 */
export function OfficeMap({ label, url, title }: OfficeMapProps) {
  return (
    <div className="office_map needs-script">
      <button type="button" className="button button-quiet">
        {label}
      </button>
      <template>
        <iframe src={url} title={title} loading="lazy" referrerPolicy="no-referrer-when-downgrade" />
      </template>
    </div>
  );
}

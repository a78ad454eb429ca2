/** Stands in for the map until somebody asks for it: a map asks a third party for its pictures. */
export function OfficeMap({ label }: { label: string }) {
  return (
    <div className="map needs-script">
      <button type="button" className="button button-quiet">
        {label}
      </button>
    </div>
  );
}

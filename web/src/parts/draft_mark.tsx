/** The mark of a draft, only in `cargo site dev`, never in a build: its style is in dev/dev.css. */
export function DraftMark() {
  return <p className="draft-mark">Draft</p>;
}

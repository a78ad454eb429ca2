/** The mark of a draft, which `cargo site dev` shows and no build has: its style is in dev/dev.css. */
export function DraftMark() {
  return <p className="draft-mark">Draft</p>;
}

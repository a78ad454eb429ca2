/** What `cargo site dev` puts on a draft, which no build has: its style is in dev/dev.css. */
export function DraftMark() {
  return <p className="draft-mark">Draft</p>;
}

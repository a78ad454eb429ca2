import type { BlockOf } from "../../content";
import { paragraph } from "../../testing/rich_text";

export const example: BlockOf<"fee_strip"> = {
  kind: "fee_strip",
  id: null,
  heading: "Fees at a Glance",
  intro: [paragraph("Before you ask.")],
  schedule: "calculator",
  assets_label: "A portfolio of",
  annual_label: "a year",
  minimum_label: "Least portfolio",
  note: null,
  actions: [{ label: "All fees", href: { kind: "page", href: "/fees" } }],
};

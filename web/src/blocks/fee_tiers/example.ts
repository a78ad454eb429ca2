import type { BlockOf } from "../../content";
import { paragraph } from "../../testing/rich_text";

export const example: BlockOf<"fee_tiers"> = {
  kind: "fee_tiers",
  id: null,
  heading: "Our fee",
  intro: null,
  schedule: "calculator",
  caption: "The schedule of the agreements",
  note: [paragraph("Billed quarterly.")],
  actions: [],
};

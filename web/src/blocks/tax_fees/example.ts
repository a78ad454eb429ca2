import type { BlockOf } from "../../content";
import { paragraph } from "../../testing/rich_text";

export const example: BlockOf<"tax_fees"> = {
  kind: "tax_fees",
  id: null,
  heading: "Tax fees",
  intro: null,
  minimum_label: "From",
  note: [paragraph("Least fees.")],
  actions: [],
};

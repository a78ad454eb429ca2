import type { BlockOf } from "../../content";
import { paragraph } from "../../testing/rich_text";

export const example: BlockOf<"fee_examples"> = {
  kind: "fee_examples",
  id: null,
  heading: "Examples",
  intro: null,
  schedule: "calculator",
  caption: "By the schedule of the agreements",
  assets_label: "Assets",
  annual_label: "Annual fee",
  monthly_label: "Monthly",
  note: [paragraph("Computed.")],
  actions: [],
};

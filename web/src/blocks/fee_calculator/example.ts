import type { BlockOf } from "../../content";
import { paragraph } from "../../testing/rich_text";

export const example: BlockOf<"fee_calculator"> = {
  kind: "fee_calculator",
  id: null,
  heading: "Calculate",
  intro: null,
  schedule: "calculator",
  label: "Portfolio value",
  placeholder: "750000",
  prompt: "Enter a portfolio value above to see your calculated fee",
  rate_label: "Annual rate",
  annual_label: "Annual fee",
  quarterly_label: "Quarterly fee",
  tier_label: "Tier",
  mark_label: "Your portfolio is in this tier",
  note: [paragraph("An estimate.")],
  without_script: "The tiers above answer the question.",
};

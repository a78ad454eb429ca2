import type { BlockOf } from "../../content";
import { paragraph } from "../../testing/rich_text";

export const example: BlockOf<"coordination_cards"> = {
  kind: "coordination_cards",
  id: null,
  heading: "Coordination",
  intro: null,
  cards: [
    {
      title: "Conversions",
      description: [paragraph("Both firms.")],
      planning_step: "Choose.",
      tax_step: "Report.",
    },
  ],
  actions: [],
};

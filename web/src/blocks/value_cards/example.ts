import type { BlockOf } from "../../content";
import { paragraph } from "../../testing/rich_text";

export const example: BlockOf<"value_cards"> = {
  kind: "value_cards",
  id: null,
  heading: "Values",
  intro: null,
  cards: [
    { title: "Value 1", description: [paragraph("Balance.")], icon: "balance" },
    { title: "No icon", description: [paragraph("Plain.")], icon: null },
  ],
  actions: [],
};

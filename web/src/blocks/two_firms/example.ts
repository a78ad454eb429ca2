import type { BlockOf } from "../../content";
import { emphasis, paragraph } from "../../testing/rich_text";

export const example: BlockOf<"two_firms"> = {
  kind: "two_firms",
  id: null,
  heading: "Two Firms, Coordinated Services",
  intro: [paragraph("An introduction with ", emphasis("stress"), ".")],
  actions: [],
};

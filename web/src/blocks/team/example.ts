import type { BlockOf } from "../../content";
import { paragraph } from "../../testing/rich_text";

export const example: BlockOf<"team"> = {
  kind: "team",
  id: null,
  heading: "Team",
  intro: null,
  people: [
    {
      name: "Sam Small",
      role: "Founder",
      portrait: { src: "portrait.svg", alt: "A portrait" },
      biography: [paragraph("Plans.")],
      credentials: ["Certified"],
    },
  ],
  actions: [],
};

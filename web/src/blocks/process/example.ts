import type { BlockOf } from "../../content";
import { paragraph } from "../../testing/rich_text";

export const example: BlockOf<"process"> = {
  kind: "process",
  id: null,
  heading: "The path",
  intro: null,
  steps: [
    { title: "Meet", description: [paragraph("We listen.")], timeline: "30 min" },
    { title: "Plan", description: [paragraph("We plan.")], timeline: null },
  ],
  actions: [],
};

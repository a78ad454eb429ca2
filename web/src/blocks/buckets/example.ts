import type { BlockOf } from "../../content";
import { paragraph } from "../../testing/rich_text";

export const example: BlockOf<"buckets"> = {
  kind: "buckets",
  id: null,
  heading: "Buckets",
  intro: null,
  buckets: [
    { name: "Cash", years: "year 1", description: [paragraph("Spent first.")] },
    { name: "Bonds", years: "years 2 to 9", description: null },
    { name: "Growth", years: "year 10 and after", description: null },
  ],
  note: null,
  actions: [],
};

import type { BlockOf } from "../../content";
import { paragraph } from "../../testing/rich_text";

export const example: BlockOf<"calendar"> = {
  kind: "calendar",
  id: "year",
  heading: "The year",
  year: 2027,
  intro: null,
  labels: { meeting: "Meeting", tax: "Tax date", fee: "Fee date", next: "Next" },
  file_label: "Keep these dates",
  entries: [
    {
      kind: "tax",
      id: "last-payment",
      when: { label: "January 15", from: { month: 1, day: 15 }, to: null },
      corrected: null,
      moves: true,
      title: "Last payment",
      description: [paragraph("For the year before.")],
    },
    {
      kind: "meeting",
      when: { label: "May to June", from: { month: 5, day: null }, to: { month: 6, day: null } },
      title: "Spring reviews",
      description: null,
    },
    {
      kind: "fee",
      when: { label: "December 31", from: { month: 12, day: 31 }, to: null },
      title: "Quarter’s end",
      description: null,
    },
  ],
  note: [paragraph("Days of payments move on weekends.")],
  actions: [],
};

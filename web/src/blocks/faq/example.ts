import type { BlockOf } from "../../content";
import { link, paragraph } from "../../testing/rich_text";

export const example: BlockOf<"faq"> = {
  kind: "faq",
  id: null,
  labels: { index: "Questions by subject", open: "Open all answers", fold: "Fold all answers" },
  categories: [
    {
      id: "fees",
      title: "Fees",
      questions: [
        { id: "how-much", question: "How much?", answer: [paragraph("See ", link("/fees", "fees"), ".")] },
        { id: "when", question: "When?", answer: [paragraph("Each quarter.")] },
      ],
    },
  ],
};
